import { z } from 'zod';

/** The operations that a patch of breakpoints may have. */
export const patchOperations = z.array(
  z.union([
    z.strictObject({ op: z.enum(['add', 'replace']), path: z.string(), value: z.enum(['5m', '1h']) }),
    z.strictObject({ op: z.literal('remove'), path: z.string() }),
  ]),
);

/** Applies a JSON Patch as RFC 6902 says; each path names a member of an object that is there. */
export function patchedJson(text: string, patch: z.infer<typeof patchOperations>): string {
  const root: unknown = JSON.parse(text);
  for (const each of patch) {
    const steps = each.path.slice(1).split('/');
    const name = steps.pop() ?? '';
    const parent = steps.reduce<unknown>((node, step) => Reflect.get(Object(node), step), root);
    if (typeof parent !== 'object' || parent === null) throw new Error(`${each.path} leads nowhere`);
    if (Object.hasOwn(parent, name) === (each.op === 'add')) throw new Error(`${each.op} ${each.path}: not as it says`);
    if (each.op === 'remove') Reflect.deleteProperty(parent, name);
    else Reflect.set(parent, name, each.value);
  }
  return JSON.stringify(root);
}
