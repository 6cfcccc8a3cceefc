import { createHighlighterCoreSync, type ThemeRegistration } from 'shiki/core';
import bash from 'shiki/dist/langs/bash.mjs';
import cue from 'shiki/dist/langs/cue.mjs';
import diff from 'shiki/dist/langs/diff.mjs';
import http from 'shiki/dist/langs/http.mjs';
import java from 'shiki/dist/langs/java.mjs';
import json from 'shiki/dist/langs/json.mjs';
import python from 'shiki/dist/langs/python.mjs';
import sql from 'shiki/dist/langs/sql.mjs';
import typescript from 'shiki/dist/langs/typescript.mjs';
import xml from 'shiki/dist/langs/xml.mjs';
import yaml from 'shiki/dist/langs/yaml.mjs';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeHtml } from '../output/escape.ts';

/** A run of text with the same class; no class is plain text. */
export interface CodeToken {
  readonly className: string | null;
  readonly text: string;
}

const ALIASES: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  sh: 'shellscript',
  shell: 'shellscript',
  console: 'shellscript',
  ts: 'typescript',
  js: 'typescript',
  javascript: 'typescript',
  py: 'python',
  yml: 'yaml',
};

/**
 * Token classes and their grammar scopes. Styles give each class its color, so that switching the color mode never
 * touches the markup.
 */
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  c: ['comment', 'punctuation.definition.comment'],
  s: ['string', 'punctuation.definition.string', 'constant.other.symbol'],
  n: ['constant.numeric', 'constant.language', 'constant.character', 'variable.other.constant'],
  k: [
    'keyword',
    'storage',
    'variable.language',
    'keyword.operator.expression',
    'keyword.operator.new',
    'keyword.operator.logical.python',
  ],
  f: ['entity.name.function', 'support.function', 'entity.name.command'],
  t: ['entity.name.type', 'support.class', 'support.type.primitive', 'entity.other.inherited-class'],
  p: ['support.type.property-name', 'entity.name.tag', 'meta.object-literal.key', 'variable.other.property'],
  i: ['markup.inserted'],
  d: ['markup.deleted'],
};

const PLAIN = '#000000';
const PLAIN_SCOPES = ['keyword.operator', 'punctuation', 'meta.template.expression', 'meta.embedded'];
const COLOR_OF = new Map(
  Object.keys(CLASSES).map((name, index) => [name, `#0000${(16 + index).toString(16)}`]),
);
const CLASS_OF = new Map([...COLOR_OF].map(([name, color]) => [color.toUpperCase(), name]));

const THEME: ThemeRegistration = {
  name: 'classes',
  type: 'light',
  fg: PLAIN,
  bg: '#ffffff',
  settings: [
    { scope: PLAIN_SCOPES, settings: { foreground: PLAIN } },
    ...Object.entries(CLASSES).map(([name, scope]) => ({
      scope: [...scope],
      settings: { foreground: COLOR_OF.get(name) ?? PLAIN },
    })),
  ],
};

const highlighter = createHighlighterCoreSync({
  themes: [THEME],
  langs: [bash, cue, diff, http, java, json, python, sql, typescript, xml, yaml],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});
const KNOWN = new Set(highlighter.getLoadedLanguages());

/** Lines of tokens; a language we do not know is plain text. */
export function tokenize(code: string, language: string): CodeToken[][] {
  const name = language.toLowerCase();
  const lang = ALIASES[name] ?? name;
  if (!KNOWN.has(lang)) return code.split('\n').map((text) => [{ className: null, text }]);
  return (
    highlighter
      // Without a time limit: a busy machine would leave the end of a line without colors.
      .codeToTokensBase(code, { lang, theme: THEME.name ?? '', tokenizeTimeLimit: 0 })
      .map((line) => mergeTokens(line.map((token) => toToken(token.content, token.color))))
  );
}

/** HTML of one line, without a line end. */
export function renderTokens(tokens: readonly CodeToken[]): string {
  return tokens
    .map(({ className, text }) =>
      className === null ? escapeHtml(text) : `<span class="${className}">${escapeHtml(text)}</span>`,
    )
    .join('');
}

function toToken(text: string, color: string | undefined): CodeToken {
  const className = CLASS_OF.get((color ?? PLAIN).toUpperCase()) ?? null;
  return { className: text.trim() === '' ? null : className, text };
}

function mergeTokens(tokens: readonly CodeToken[]): CodeToken[] {
  const merged: CodeToken[] = [];
  for (const token of tokens) {
    const last = merged.at(-1);
    if (last && last.className === token.className) {
      merged[merged.length - 1] = { className: last.className, text: last.text + token.text };
    } else merged.push(token);
  }
  return merged;
}
