/** How a request failed, from the status of its response or from the error in it. */
import { fieldsOf, type Fields } from '../../basics/json-value';
import { configAt, configValue, type ConfigNode } from '../../sources/config/config-node';
import { finishedResponse } from './finished-response';

/** From here on, a status is not that of an answer. 0 is a response that a HAR did not record. */
const firstFailed = 300;
const lastFailed = 599;
const mostShown = 120;

const statusPaths: readonly (readonly string[])[] = ['status', 'status_code', 'statusCode'].flatMap((key) => [
  ['response', key],
  ['data', 'response', key],
  [key],
]);

/** The HTTP status that a record of a log or an entry of a HAR has of its response. */
export function statusIn(root: ConfigNode): number | undefined {
  for (const path of statusPaths) {
    const node = configAt(root, path);
    const status = node === undefined ? undefined : statusOf(configValue(node));
    if (status !== undefined) return status;
  }
  return undefined;
}

/** `529 overloaded`; undefined if the request was answered, or if that is not known. */
export function failureOf(response: unknown, status: number | undefined): string | undefined {
  const whole = fieldsOf(finishedResponse(response));
  const given = whole['error'];
  const error = given === null || given === '' || given === false ? undefined : given;
  const said = status ?? statusOf(fieldsOf(error)['code']) ?? statusOf(fieldsOf(response)['status']);
  const isFailed = said !== undefined && said >= firstFailed;
  if (!isFailed && error === undefined && whole['status'] !== 'failed') return undefined;
  const words = wordsOf(error, whole);
  const text = `${isFailed ? String(said) : ''} ${words}`.trim();
  return text === '' ? 'an error' : text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text;
}

/** `invalid request: prompt is too long`. */
function wordsOf(error: unknown, whole: Fields): string {
  if (typeof error === 'string') return oneLine(error);
  const { type, status, code, message } = fieldsOf(error);
  const name = [type, status, code].find((each) => typeof each === 'string' && each !== 'error');
  const kind = typeof name === 'string' ? oneLine(name.replaceAll('_', ' ').toLowerCase()).replace(/ error$/, '') : '';
  const own = message ?? (error === undefined ? whole['message'] : undefined);
  const what = typeof own === 'string' ? oneLine(own) : '';
  const isRepeated = what.toLowerCase() === kind || what === '';
  return kind === '' ? what : isRepeated ? kind : `${kind}: ${what}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function statusOf(value: unknown): number | undefined {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === 'number' && status >= 100 && status <= lastFailed ? status : undefined;
}
