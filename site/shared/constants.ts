/** Every number and key of the site that a reader can notice. Times are milliseconds, lengths CSS pixels. */

/** The widest window that still counts as mobile: 996 is mobile, 997 desktop. */
export const MOBILE_MAX_WIDTH = 996;

export const PROGRESS_DELAY = 200;
export const PROGRESS_MINIMUM = 0.08;
export const PROGRESS_MAXIMUM = 0.994;
export const PROGRESS_SPEED = 200;
export const PROGRESS_TRICKLE_RATE = 0.02;
export const PROGRESS_TRICKLE_INTERVAL = 800;
/** The jump before the bar completes is drawn from this range of its scale. */
export const PROGRESS_FINISH_JUMP_MIN = 0.3;
export const PROGRESS_FINISH_JUMP_MAX = 0.8;

/** A static page shows at most this many entries of one branch of its sidebar: those nearest to itself. */
export const SIDEBAR_BRANCH_LIMIT = 40;

/** A part that is still being fetched shows nothing for this long, then a spinner. */
export const LAZY_DELAY = 200;

export const TOC_MIN_LEVEL = 2;
export const TOC_MAX_LEVEL = 6;

export const COPIED_LABEL_DURATION = 1000;
export const BACK_TO_TOP_THRESHOLD = 300;
/** The hidden navbar moves up by its own height and this much more, so that its shadow leaves too. */
export const NAVBAR_HIDE_EXTRA = 2;

/** So many places of the tab's history are remembered across documents. */
export const SCROLL_POSITIONS_LIMIT = 100;

/** Links that become visible are fetched ahead only up to this many per page. */
export const VISIBLE_PREFETCH_LIMIT = 5;

export const THEME_KEY = 'theme';
export const THEME_QUERY_NAMES = ['tessera-theme', 'theme'] as const;
export const DATA_QUERY_PREFIX = 'tessera-data-';
export const ANNOUNCEMENT_ID_KEY = 'tessera.announcement.id';
export const ANNOUNCEMENT_DISMISS_KEY = 'tessera.announcement.dismiss';
/** The documentation is the default instance; its preferred version is kept under this prefix and that name. */
export const PREFERRED_VERSION_KEY = 'docs-preferred-version-default';
export const RECENT_QUERIES_KEY = 'tessera.search.recent';
export const TAB_KEY_PREFIX = 'tessera.tab.';
/** The address for trying operations of a contract, by its id; in the session, the token for a server, by its origin. */
export const SERVER_KEY_PREFIX = 'tessera.server.';
export const TOKEN_KEY_PREFIX = 'tessera.token.';
/** By entry of the history: the scroll position, and the part of a reference that was being read. */
export const SCROLL_POSITIONS_KEY = 'tessera.scroll';
export const PLACES_KEY = 'tessera.places';

export const COLLAPSE_BASE = 4;
export const COLLAPSE_ROOT_FACTOR = 15;
export const COLLAPSE_ROOT_POWER = 0.25;
export const COLLAPSE_LINEAR_DIVISOR = 5;
export const COLLAPSE_UNIT_HEIGHT = 36;
export const COLLAPSE_REDUCED_MOTION = 1;

export const SEARCH_RESULT_LIMIT = 8;
export const SEARCH_PAGE_RESULT_LIMIT = 100;
export const SEARCH_CONTEXT_LENGTH = 50;
export const SEARCH_PAGE_CONTEXT_LENGTH = 100;
export const SEARCH_RECENT_LIMIT = 5;
/** A word that is nowhere may differ by one letter from one that is, by two letters from this length on. */
export const TYPO_LONG_WORD = 8;
export const TYPO_CANDIDATES = 5;
export const SEARCH_MAX_TOKENS = 12;
export const SEARCH_B = 0.75;
export const SEARCH_K1 = 1.2;

/** Names of what the service worker keeps of the site under this base URL begin with this. */
export function offlineCachePrefix(baseUrl: string): string {
  return `tessera-offline ${baseUrl} `;
}

/** Id of the element in a bar that the button of the documentation agent appears in. */
export const ASK_PLACE = 'ask-place';
