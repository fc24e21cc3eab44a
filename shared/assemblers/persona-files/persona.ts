/** Reads IDENTITY.md, SOUL.md and USER.md of the data folder. */
import { nodeId, omitted } from '../../document/builders';
import type { Omission, OmittedNode } from '../../document/types';
import { finding, placeOf, type Finding } from '../../sources/findings';
import { fileAs } from '../../sources/lookup';
import { changedRope, fileRope, isBlank, ropeText, trimRope, type Rope } from '../../sources/text/rope';
import type { SourceFile, Sources } from '../../sources/types';
import { printFloat, readFloat, readInteger } from '../../sources/config/rust-numbers';
import { isTimeZone } from '../manifest';
import { fileAbsence } from './absence';
import type { Identity, Location, OptionalText, Read } from './model';
import { readPersonaFields, type PersonaFields } from './persona-fields';

const identityKeys = ['name', 'emoji', 'creature', 'vibe'] as const;
const userKeys = ['name', 'timezone', 'latitude', 'longitude', 'location_updated_at'] as const;

export function readIdentity(sources: Sources): Read<Identity> {
  const source = fileAs(sources, 'identity');
  if (source === undefined) {
    return {
      value: { name: [], emoji: [], creature: [], vibe: [], absent: fileAbsence(sources, 'identity', 'IDENTITY.md') },
      findings: [],
    };
  }
  const read = readPersonaFields(source, identityKeys);
  const [name, emoji, creature, vibe] = identityKeys.map((key) => read.fields?.get(key) ?? []);
  const identity = { name: name ?? [], emoji: emoji ?? [], creature: creature ?? [], vibe: vibe ?? [] };
  const findings: Finding[] = [...read.findings];
  const alone = identity.name.length === 0 ? identity.emoji[0]?.origin : undefined;
  if (alone?.kind === 'file') {
    findings.push(
      finding(
        'warning',
        'identity-emoji-alone',
        'The emoji is shown with the name, and no name is set',
        { source: source.id, span: alone.span },
        { note: 'Set a name.' },
      ),
    );
  }
  return {
    value: {
      ...identity,
      absent: absenceOf(source, read, 'a name, creature or vibe is set'),
      ...notesOf('Identity', 'IDENTITY.md', read.body),
    },
    findings,
  };
}

/** Trimmed; an empty file counts as missing (persona-files, rule 4). */
export function readSoul(sources: Sources): OptionalText {
  const source = fileAs(sources, 'soul');
  if (source === undefined) return { absent: fileAbsence(sources, 'soul', 'SOUL.md') };
  const rope = trimRope(fileRope(source));
  return rope.length === 0 ? { absent: { reason: 'source-empty', source: source.id } } : { rope };
}

export interface User {
  readonly name: OptionalText;
  /** For the host line; undefined unless both latitude and longitude are set. */
  readonly location: Location | undefined;
}

export function readUser(sources: Sources): Read<User> {
  const source = fileAs(sources, 'user');
  if (source === undefined)
    return { value: { name: { absent: fileAbsence(sources, 'user', 'USER.md') }, location: undefined }, findings: [] };
  const read = readPersonaFields(source, userKeys);
  const findings: Finding[] = [...read.findings];
  const field = (key: (typeof userKeys)[number]): Rope => read.fields?.get(key) ?? [];
  const place = (rope: Rope) =>
    rope[0]?.origin.kind === 'file' ? { source: source.id, span: rope[0].origin.span } : placeOf(source.id);
  const zone = field('timezone');
  if (zone.length > 0 && !isTimeZone(ropeText(zone))) {
    findings.push(
      finding('warning', 'user-timezone', `"${ropeText(zone)}" is not an IANA time zone and is ignored`, place(zone), {
        note: 'Write it like Europe/Helsinki.',
      }),
    );
  }
  const [latitude, longitude] = [field('latitude'), field('longitude')].map((rope) => {
    if (rope.length === 0 || readFloat(ropeText(rope)) !== undefined) return rope;
    findings.push(
      finding('warning', 'user-location', `"${ropeText(rope)}" is not a number and is ignored`, place(rope)),
    );
    return [];
  });
  const half = latitude?.length === 0 ? longitude : latitude;
  const updated = field('location_updated_at');
  const updatedAt = readInteger(ropeText(updated));
  const isWhole = latitude !== undefined && longitude !== undefined && latitude.length > 0 && longitude.length > 0;
  const location = isWhole
    ? { latitude: numberRope(latitude), longitude: numberRope(longitude), updatedAt }
    : undefined;
  if (location === undefined && half !== undefined && half.length > 0) {
    findings.push(finding('warning', 'user-location', 'A location needs both latitude and longitude', place(half)));
  }
  if (updated.length > 0 && updatedAt === undefined) {
    const note = { note: 'Write seconds since 1970, as in 1767225600.' };
    findings.push(
      finding(
        'warning',
        'user-location',
        `"${ropeText(updated)}" is not a time in seconds and is ignored`,
        place(updated),
        note,
      ),
    );
  }
  const name = field('name');
  const notes = notesOf('User', 'USER.md', read.body);
  const part: OptionalText =
    name.length > 0 ? { rope: name, ...notes } : { absent: absenceOf(source, read, 'a name is set'), ...notes };
  return { value: { name: part, location }, findings };
}

/** Says why an existing file contributes nothing. */
function absenceOf(source: SourceFile, { fields, body }: PersonaFields, condition: string): Omission {
  if (fields === undefined && body.length > 0)
    return { reason: 'source-broken', source: source.id, problem: 'no front matter' };
  return fields === undefined || fields.size === 0
    ? { reason: 'source-empty', source: source.id }
    : { reason: 'condition-false', condition };
}

/** Printed as numbers: `60.170` becomes `60.17`. */
function numberRope(rope: Rope): Rope {
  const value = ropeText(rope);
  const origin = rope[0]?.origin;
  const printed = printFloat(readFloat(value) ?? Number.NaN);
  if (printed === value || origin?.kind !== 'file') return rope;
  return changedRope(origin.source, origin.span.start, origin.span.end, printed, 'replaced', origin.path);
}

/** Text outside the front matter is shown but never sent (persona-files, Input). */
function notesOf(component: 'Identity' | 'User', file: string, body: Rope): { readonly notes?: OmittedNode } {
  if (isBlank(body)) return {};
  const purpose = 'text outside the front matter, for people only';
  return {
    notes: omitted(
      nodeId('system', component, 'notes'),
      `${file} (text)`,
      component === 'Identity' ? 'L0' : 'L1',
      { reason: 'not-injected', purpose },
      body,
    ),
  };
}
