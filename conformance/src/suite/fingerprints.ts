import type { Exchange } from './exchange.ts';
import { at, isObject } from './json.ts';

/** A default behavior of a framework or gateway that explains an answer, and how to fix it. */
export interface Fingerprint {
  readonly id: string;
  readonly cause: string;
  readonly fix: string;
}

interface Habit extends Fingerprint {
  /** Explains the format of a success; the others explain refusals and missing answers. */
  readonly ofSuccess?: true;
  fits(answer: Seen): boolean;
}

interface Seen {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Error code of a missing answer; empty if there is one. */
  readonly failureCode: string;
}

/** Words for a status: `Not Found`, also with its number. */
const STATUS_WORDS =
  /^\s*(\d{3} )?(Bad Request|Not Found|Method Not Allowed|Unsupported Media Type|Payload Too Large)\s*$/i;

const has = (body: unknown, ...keys: readonly string[]): boolean =>
  isObject(body) && keys.every((key) => Object.hasOwn(body, key));
const isHtml = ({ mediaType, text }: Seen): boolean =>
  mediaType === 'text/html' || /^\s*<(!doctype|html)/i.test(text);

/** The fingerprint of a target that never answers. */
export const HANGING = 'hanging-request';

/** Most specific first. */
const HABITS: readonly Habit[] = [
  {
    id: 'fastapi-validation',
    cause: 'the caller gets the default validation error of FastAPI (422 with a detail list)',
    fix: 'Register an exception handler for RequestValidationError that returns 400 with {"errors": [...], "userMessage": "..."}.',
    fits: ({ status, body }) => status === 422 && Array.isArray(at(body, 'detail')),
  },
  {
    id: 'fastapi-http-exception',
    cause: 'the caller gets the default error of FastAPI or Starlette ({"detail": "..."})',
    fix: 'Register exception handlers for HTTPException and for unknown routes that write the error shape of the contract.',
    fits: ({ body }) => typeof at(body, 'detail') === 'string' && !has(body, 'title'),
  },
  {
    id: 'starlette-fault',
    cause: 'an unhandled exception: a framework returns "Internal Server Error" as plain text',
    fix: 'Catch the exception of the handler and return the error shape: 400 for invalid input, else 500 with {"error": "..."}.',
    fits: ({ mediaType, text }) => mediaType === 'text/plain' && /^\s*Internal Server Error\s*$/i.test(text),
  },
  {
    id: 'spring-error',
    cause: 'the caller gets the default error of Spring Boot (timestamp, status, error, path)',
    fix: 'Add a @RestControllerAdvice that maps MethodArgumentNotValidException and HttpMessageNotReadableException to the error shape.',
    fits: ({ body }) => has(body, 'timestamp', 'status', 'error', 'path'),
  },
  {
    id: 'nest-error',
    cause: 'the caller gets the default error of NestJS (statusCode, message)',
    fix: 'Add a global exception filter that writes the error shape of the contract.',
    fits: ({ body }) => has(body, 'statusCode', 'message') && !has(body, 'code'),
  },
  {
    id: 'fastify-error',
    cause: 'the caller gets the default error of Fastify (statusCode, code, error, message)',
    fix: 'Use setErrorHandler and setNotFoundHandler to write the error shape of the contract.',
    fits: ({ body }) => has(body, 'statusCode', 'code', 'error', 'message'),
  },
  {
    id: 'problem-details',
    cause: 'the caller gets a problem document (RFC 9457: type, title, status), the default of ASP.NET Core',
    fix: 'Set InvalidModelStateResponseFactory and an exception handler that write the error shape of the contract.',
    fits: ({ body, mediaType }) =>
      mediaType === 'application/problem+json' || has(body, 'type', 'title', 'status'),
  },
  {
    id: 'quarkus-violation',
    cause: 'the caller gets the default violation report of Quarkus or RESTEasy',
    fix: 'Provide an ExceptionMapper for ConstraintViolationException that writes the error shape of the contract.',
    fits: ({ body, headers }) => has(body, 'violations') || headers['validation-exception'] === 'true',
  },
  {
    id: 'quarkus-fault',
    cause: 'the caller gets the default error of Quarkus (details, stack)',
    fix: 'Provide an ExceptionMapper for Exception that returns 500 with {"error": "..."}.',
    fits: ({ body }) => has(body, 'details', 'stack'),
  },
  {
    id: 'micronaut-error',
    cause: 'the caller gets the default error of Micronaut (_links, _embedded)',
    fix: 'Replace the ErrorResponseProcessor with one that writes the error shape of the contract.',
    fits: ({ body }) => has(body, '_links', 'message') || has(body, '_embedded', 'message'),
  },
  {
    id: 'django-rest-framework',
    cause: 'the caller gets the default validation error of a serializer (a list of messages per field)',
    fix: 'Set EXCEPTION_HANDLER to one that returns {"errors": [...]}.',
    fits: ({ status, body }) =>
      status === 400 &&
      isObject(body) &&
      !has(body, 'errors') &&
      Object.values(body).length > 0 &&
      Object.values(body).every((one) => Array.isArray(one) && one.every((text) => typeof text === 'string')),
  },
  {
    id: 'express-html',
    cause: 'the caller gets the default error page of Express',
    fix: 'Add an error handler and a last route that write the error shape of the contract as JSON.',
    fits: (seen) => isHtml(seen) && /<pre>(Cannot (GET|POST|PATCH|PUT|DELETE)|\w*Error)/.test(seen.text),
  },
  {
    id: 'werkzeug-html',
    cause: 'the caller gets the default error page of Flask or Werkzeug',
    fix: 'Register error handlers (app.errorhandler) that write the error shape of the contract as JSON.',
    fits: (seen) => isHtml(seen) && /<title>\d{3} [A-Z][\w ]+<\/title>\s*<h1>[\w ]+<\/h1>/.test(seen.text),
  },
  {
    id: 'sinatra-html',
    cause: 'the caller gets the default page of Sinatra, or its development stack trace',
    fix: 'Use not_found and error blocks that write the error shape of the contract, with show_exceptions and raise_errors off.',
    fits: ({ text }) =>
      /Sinatra doesn.t know this ditty|because you have\s*(<code>)?\s*enabled the|\/sinatra[^ ]*\/(base|show_exceptions)\.rb/.test(
        text,
      ),
  },
  {
    id: 'webrick-html',
    cause: 'the caller gets the default error page of WEBrick',
    fix: 'Rescue in each servlet or proc, and write the error shape of the contract as JSON.',
    fits: (seen) => isHtml(seen) && /<ADDRESS>\s*WEBrick\//i.test(seen.text),
  },
  {
    id: 'python-http-server',
    cause: 'the caller gets the send_error page of Python http.server',
    fix: 'Write the error shape of the contract as JSON instead of send_error.',
    fits: (seen) =>
      isHtml(seen) &&
      /<title>Error response<\/title>/i.test(seen.text) &&
      /Error code: \d{3}/.test(seen.text),
  },
  {
    id: 'tomcat-html',
    cause: 'the caller gets the default error page of Tomcat or Jetty',
    fix: 'Map errors to JSON in the application, or replace the error page of the container.',
    fits: (seen) => isHtml(seen) && /HTTP (Status|ERROR) \d{3}/.test(seen.text),
  },
  {
    id: 'play-html',
    cause: 'the caller gets the default error page of the Play Framework',
    fix: 'Bind an HttpErrorHandler that writes the error shape of the contract (JsonHttpErrorHandler is a start).',
    fits: (seen) => isHtml(seen) && /play framework|Action Not Found|<p id="detail">/i.test(seen.text),
  },
  {
    id: 'akka-http-rejection',
    cause: 'the caller gets the default rejection of Akka HTTP or Pekko HTTP (plain text)',
    fix: 'Provide a RejectionHandler and an ExceptionHandler that write the error shape of the contract.',
    fits: ({ mediaType, text }) =>
      mediaType === 'text/plain' &&
      /^(The request content was malformed|The requested resource could not be found|There was an internal server error|The request's Content-Type is not supported|HTTP method not allowed)/.test(
        text,
      ),
  },
  {
    id: 'go-http-error',
    cause: 'http.Error of Go, or its default router, returns plain text',
    fix: 'Write the error shape of the contract as JSON instead of http.Error.',
    fits: ({ mediaType, text, headers }) =>
      mediaType === 'text/plain' && headers['x-content-type-options'] === 'nosniff' && text.endsWith('\n'),
  },
  {
    id: 'status-as-text',
    cause: 'the body is the status text, as Koa, Hono and sendStatus of Express write it',
    fix: 'Write the error shape of the contract as JSON: an error handler and a last route (Koa: a first middleware that catches; Hono: onError and notFound; Express: res.status(400).json).',
    fits: ({ mediaType, text }) => mediaType === 'text/plain' && STATUS_WORDS.test(text),
  },
  {
    id: 'rails-error',
    cause: 'the caller gets the default error of Ruby on Rails (status, error)',
    fix: 'Use rescue_from to write the error shape of the contract.',
    fits: ({ status, body }) => at(body, 'status') === status && typeof at(body, 'error') === 'string',
  },
  {
    id: 'laravel-error',
    cause: 'the caller gets the default validation error of Laravel (message, errors by field)',
    fix: 'Render ValidationException in the error shape of the contract: errors is a list of strings.',
    fits: ({ body }) => typeof at(body, 'message') === 'string' && isObject(at(body, 'errors')),
  },
  {
    id: 'envoy-upstream',
    cause: 'a service mesh responds because it cannot reach the adapter',
    fix: 'Check the health of the adapter behind Envoy or Istio; the adapter itself did not respond.',
    fits: ({ text }) => /upstream connect error|no healthy upstream|upstream request timeout/i.test(text),
  },
  {
    id: 'nginx-gateway',
    cause: 'a reverse proxy responds because it cannot reach the adapter',
    fix: 'Check the adapter behind the proxy, and the timeout of the proxy: the adapter itself did not respond.',
    fits: (seen) => isHtml(seen) && [502, 503, 504].includes(seen.status),
  },
  {
    id: 'nginx-html',
    cause: 'a reverse proxy responds instead of the adapter',
    fix: 'Route the path to the adapter, and raise client_max_body_size if the request was too large.',
    fits: (seen) => isHtml(seen) && /<center>(nginx|openresty)/i.test(seen.text),
  },
  {
    id: 'aws-gateway',
    cause: 'an API gateway responds instead of the adapter',
    fix: 'Deploy the route in the gateway, and let the adapter return its errors.',
    fits: ({ body, headers }) =>
      (has(body, 'message') || has(body, 'Message')) && 'x-amzn-errortype' in headers,
  },
  {
    id: 'login-page',
    cause: 'a login page or an authenticating proxy is in front of the adapter',
    fix: "Pass credentials with --header 'Authorization: ...', or test behind the proxy.",
    fits: ({ status, headers }) =>
      [301, 302, 303].includes(status) && /login|signin|oauth|sso/i.test(headers['location'] ?? ''),
  },
  {
    id: 'trailing-slash',
    cause: 'the path is redirected, usually because of a missing or an extra trailing slash',
    fix: 'Serve the exact path of the contract; the platform does not follow redirects.',
    fits: ({ status, headers }) => [301, 302, 307, 308].includes(status) && 'location' in headers,
  },
  {
    id: 'credentials',
    cause: 'the target requires credentials',
    fix: "Pass them with --header 'Authorization: ...'.",
    fits: ({ status }) => status === 401 || status === 403,
  },
  {
    id: 'other-media-type',
    ofSuccess: true,
    cause:
      'the code sets no media type, or returns a string: the framework then chooses one (PHP, Flask and Express text/html, Go text/plain, Python http.server none)',
    fix: 'Set Content-Type: application/json on every response, also if the body is a single string (PHP: header(), Flask: jsonify, Express: res.json, Go: w.Header().Set before WriteHeader).',
    fits: ({ status, mediaType, text, body }) =>
      !mediaType.endsWith('json') &&
      (isObject(body) || (status >= 200 && status < 300 && /^\s*[^<\s]/.test(text))),
  },
  {
    id: 'php-empty-list',
    ofSuccess: true,
    cause: 'PHP writes an empty array as a list ([]) instead of an object ({})',
    fix: 'Cast empty objects: json_encode([..., "publicInfo" => (object) []]).',
    fits: ({ status, text, headers }) =>
      status < 300 && /^PHP/i.test(headers['x-powered-by'] ?? '') && /:\s*\[\]/.test(text),
  },
  {
    id: 'closed-connection',
    cause:
      'the connection is closed without a response, as some servers do after an exception (Python http.server, HttpServer of the JDK)',
    fix: 'Catch the exception of the handler and return the error shape: 400 for invalid input, else 500 with {"error": "..."}.',
    fits: ({ failureCode }) => ['ECONNRESET', 'ECONNCUT', 'EPIPE'].includes(failureCode),
  },
  {
    id: HANGING,
    cause:
      'there is no response: a rejected promise of a handler is not awaited (Express 4), or a single thread waits for itself',
    fix: 'Forward the error (next(error), or await in a wrapper that catches), return it in the error shape, and serve more than one request at a time.',
    fits: ({ failureCode }) => failureCode === 'ETIMEDOUT',
  },
  {
    id: 'empty-error',
    cause:
      'an error has no body, as in PHP after a fatal error, or in frameworks when the code sets only a status',
    fix: 'Write the error shape of the contract as JSON with every status of 400 and above (PHP: set_exception_handler).',
    fits: ({ status, text }) => status >= 400 && text.trim() === '',
  },
  {
    id: 'html',
    ofSuccess: true,
    cause: 'the response is an HTML page instead of JSON',
    fix: 'Check that the address is that of the adapter and not of a website, and return errors as JSON.',
    fits: isHtml,
  },
];

/** Fingerprints of a server in front of the target that answers every request. */
export const DOORKEEPERS: ReadonlySet<string> = new Set([
  'envoy-upstream',
  'nginx-gateway',
  'nginx-html',
  'aws-gateway',
  'login-page',
  'trailing-slash',
  'credentials',
]);

/** No route exists for an operation. */
export const MISSING_ROUTE: Fingerprint = {
  id: 'missing-route',
  cause: 'the operation has no route: every request to it returns 404 or 405',
  fix: 'Serve the method and the path of the contract below the address of --url. If the contract makes the operation optional, return 501 with {"error": "..."}.',
};

/** No route exists for the base address of the contract. */
export const NOWHERE: Fingerprint = {
  id: 'missing-route',
  cause: 'no path of the contract responds below the address of --url',
  fix: 'Pass the base address of the contract as --url, with the prefix under which the implementation serves it.',
};

/** An operation that reports that it is not implemented yet. */
export const NOT_IMPLEMENTED: Fingerprint = {
  id: 'not-implemented',
  cause: 'the operation is not implemented: every request to it returns this',
  fix: 'Implement the operation. Only optional operations of the contract may return 501, with {"error": "..."}.',
};

/** Every request gets the same answer. */
export const CANNED: Fingerprint = {
  id: 'canned-answers',
  cause: 'every operation returns the same response to all requests: requests are not read',
  fix: 'Check that --url is the implementation and not a stub or a mock; else read each request before you respond.',
};

/** The target accepts a request without its required body. */
export const UNREAD_BODY: Fingerprint = {
  id: 'unread-body',
  cause: 'the operation accepts a request without a body: it does not validate its input',
  fix: 'Validate the body before the work starts (JSON, an object, the required fields with their types), and return 400 with {"errors": [...]}.',
};

/** The target accepts values of another type and converts them. */
export const TURNED_VALUES: Fingerprint = {
  id: 'turned-values',
  cause:
    'values of another type are converted (a number to text, "yes" or 1 to true), the default of pydantic 1, Jackson and Gson',
  fix: 'Parse strictly: StrictStr, StrictBool and StrictInt in pydantic 1, ConfigDict(strict=True) in pydantic 2, MapperFeature.ALLOW_COERCION_OF_SCALARS off in Jackson; then return 400 with {"errors": [...]}.',
};

/** The target accepts values of any type. */
export const UNCHECKED_TYPES: Fingerprint = {
  id: 'unchecked-types',
  cause:
    'the types of fields are not validated: lists and objects are accepted instead of strings or numbers',
  fix: 'Validate the body against its schema before the work starts (Ajv, zod, pydantic, Bean Validation), and return 400 with {"errors": [...]}.',
};

/** A valid request causes an internal error. */
export const BREAKDOWN: Fingerprint = {
  id: 'good-request-breaks',
  cause: 'the target fails on a request that the contract allows',
  fix: 'Check its log for this request. If it cannot process the data of the suite, pass your data (--descriptor, --body, --id).',
};

/** The most specific explanation of an answer, or of its absence, if any. */
export function fingerprintOf({ received, failureCode = '' }: Exchange): Fingerprint | undefined {
  const seen: Seen =
    received === undefined
      ? { ...SILENCE, failureCode }
      : { ...received, body: received.json?.value, failureCode: '' };
  const isSuccess = seen.status >= 200 && seen.status < 300;
  const habit = HABITS.find((one) => (one.ofSuccess === true || !isSuccess) && one.fits(seen));
  return habit === undefined ? undefined : { id: habit.id, cause: habit.cause, fix: habit.fix };
}

const SILENCE = { status: 0, text: '', mediaType: '', headers: {}, body: undefined } as const;

/** Number of known fingerprints. */
export const FINGERPRINT_COUNT = HABITS.length;
