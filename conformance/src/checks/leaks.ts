import type { Check } from '../suite/check.ts';
import { bodyOf, type Exchange, statusOf } from '../suite/exchange.ts';
import { at, isObject, listOf } from '../suite/json.ts';
import type { Run } from '../suite/run.ts';

/** Internal details of a program in an answer. Each pattern is bounded, because answers may have any length. */
const LEAKS: readonly RegExp[] = [
  // Stack traces and source locations.
  /Traceback \(most recent call last\)|File "[^"]{1,300}", line \d|\n[ \t]{1,20}at [\w$.<>]{1,200} ?\(|\bat [\w$.]{1,200}\([\w$]{1,100}\.(java|scala|kt):\d|node_modules\/|\bgoroutine \d+ \[|\/[\w.-]{1,100}\.(go|cs|rb|py):(line )?\d|\.php(:| on line )\d/,
  // Names of exceptions and classes.
  /(?<=[\w.]{1,100})Exception: |\b(Type|Key|Attribute|Index|Reference|Range|Name|Value|Runtime|OS|IO)Error: |\b'?NoneType'?\b|\b(java|javax|jakarta|org|com|io|net|scala|kotlin)(\.[a-z_]\w{0,60}){1,8}\.[A-Z]\w{1,80}/,
  // Messages of pydantic and Jackson.
  /\b\d{1,4} validation errors? for [A-Z]\w|\[type=\w{1,60}, input_value=|errors\.pydantic\.dev|Cannot (deserialize|construct) (value|instance) of (type )?`|\(through reference chain: /,
  // Errors of the operating system and of databases, SQL, and addresses.
  /\[Errno \d{1,4}\]|\b(ECONNREFUSED|ECONNRESET|ENOENT|EACCES|ENOTFOUND|ETIMEDOUT)\b|\bSQLSTATE\b|\bORA-\d{5}\b|syntax error at or near "|relation "[^"]{1,100}" does not exist|\bSELECT .{1,200} FROM \w|\bINSERT INTO \w|\bjdbc:\w{1,30}:|\b(postgres(ql)?|mysql|mongodb|redis|amqp):\/\//,
];
/** Maximum length of the scanned part of an error, in characters. */
const MOST = 65_536;

/** Error texts are for the caller: they must not contain internal details of the program. */
export function leakCheck(run: Run, requirement: string): Check {
  return run.check(requirement, { phase: 'last' }, (trial) => {
    for (const exchange of run.session.journal) {
      if (exchange.sent.elsewhere === true) continue;
      const text = errorTextOf(exchange);
      if (text === '') continue;
      trial.saw(exchange);
      const leak = leakIn(text, exchange);
      if (leak === undefined) continue;
      trial.wrongValue(
        'implementation details',
        'a message for the caller, without implementation details',
        leak,
        exchange,
      );
    }
  });
}

/** All of an error, and the parts of a success about errors: findings, and the result of failed work. */
function errorTextOf(exchange: Exchange): string {
  const { received } = exchange;
  if (statusOf(exchange) >= 400) return received?.text ?? '';
  const body = bodyOf(exchange);
  if (!isObject(body)) return '';
  const found = [
    at(body, 'error', 'errors'),
    at(body, 'info', 'publicInfo', 'error', 'errors'),
    body['errors'],
  ];
  const logs = listOf(body['logs']).filter((log) => at(log, 'level') === 'ERROR');
  const failed = body['status'] === 'FAILED' ? [body['result']] : [];
  const told = [...found.flatMap(listOf), ...logs.map((log) => at(log, 'message')), ...failed];
  return told.filter((one) => typeof one === 'string').join('\n');
}

function leakIn(text: string, { sent }: Exchange): string | undefined {
  // An answer may repeat text from its request.
  return leaksIn(text).find((leak) => !`${sent.path} ${sent.text ?? ''}`.includes(leak));
}

/** Parts of a text with internal details of a program. */
export function leaksIn(text: string): string[] {
  const shown = text.slice(0, MOST).replaceAll('\\n', '\n').replaceAll('\\"', '"');
  return LEAKS.flatMap((one) => one.exec(shown)?.[0] ?? []);
}
