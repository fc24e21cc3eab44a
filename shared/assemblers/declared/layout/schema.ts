import { z } from 'zod';
import { tiers } from '../../../document/types';
import {
  facts,
  formats,
  readings,
  type Condition,
  type MessageDeclaration,
  type SectionDeclaration,
  type SettingDeclaration,
  type Source,
  type SourceOrRef,
} from './layout';

const reference = z
  .string()
  .min(1)
  .describe('A source by name, with the keys inside it: agent.identity, item.title, setting.mode, fact.now');
const template = z.string().describe('Text with references in double braces: {{agent.name}}');
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const conditionSchema: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ setting: z.string(), is: scalar.optional(), in: z.array(scalar).optional() }),
      z.strictObject({ present: reference }),
      z.strictObject({
        source: reference,
        is: scalar.optional(),
        in: z.array(scalar).optional(),
        contains: z.array(z.string()).optional(),
        startsWith: z.string().optional(),
        ignoreCase: z.boolean().optional(),
      }),
      z.strictObject({ first: conditionSchema }),
      z.strictObject({ all: z.array(conditionSchema) }),
      z.strictObject({ any: z.array(conditionSchema) }),
      z.strictObject({ not: conditionSchema }),
    ]),
  )
  .meta({
    id: 'condition',
    description: 'When it is there: a setting, the presence or value of a source, or all, any, not of these',
  });

const limit = z.strictObject({
  characters: z.int().min(1).describe('The most characters that are kept'),
  at: z.enum(['line', 'character']).optional().describe('line: cut at the last line end before the limit'),
  marker: z.string().optional().describe('Put after what is kept; {{total}} and {{shown}} are the sizes'),
});

const modifiers = {
  textOnly: z.boolean().optional().describe('Numbers and truth values count as missing'),
  list: z.boolean().optional().describe('Only an array counts, and gives one entry an item'),
  trim: z.boolean().optional().describe('Without white space at both ends, the text and its fields'),
  require: z.array(z.string()).optional().describe('Fields that an entry must have as text; others are left out'),
  skipEmpty: z.boolean().optional().describe('Leave out entries without text'),
  format: z
    .enum(formats)
    .optional()
    .describe(
      'path: absolute and tidy, with ~ as the home folder; expanded-path: the same, but an absolute ' +
        'path stays as it is written, any leading ~ is the home folder and a slash at the end stays; the ' +
        'others print a clock',
    ),
  except: reference
    .optional()
    .describe('Leave out entries whose text, or path where the format is one, is that of another source'),
  substitute: z
    .record(z.string(), template)
    .optional()
    .describe('Replaces {{name}} in the text; unknown ones stay, with a warning'),
  limit: limit.optional(),
  separator: z
    .string()
    .optional()
    .describe('Between entries where several are put into one text; a blank line unless set'),
  required: z.boolean().optional().describe('Without it there is no prompt'),
};
const reads = {
  read: z.enum(readings).optional().describe('How the file is read; text unless set'),
  field: z.string().optional().describe('The field that is the text of an entry'),
};

const literal = <T extends string>(kind: T) => z.literal(kind);

export const sourceSchema: z.ZodType<Source> = z
  .lazy(() =>
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: literal('text'), text: template, ...modifiers }),
      z.strictObject({
        kind: literal('file'),
        path: template,
        root: z.enum(['workspace', 'home', 'absolute']).optional(),
        ...reads,
        ...modifiers,
      }),
      z.strictObject({
        kind: literal('glob'),
        pattern: template,
        root: z.enum(['workspace', 'home']).optional(),
        sort: z.enum(['path', 'folder', 'file']).optional(),
        ...reads,
        ...modifiers,
      }),
      z.strictObject({
        kind: literal('ancestors'),
        names: z.array(z.string().min(1)).min(1),
        folder: template.optional(),
        order: z.enum(['innermost', 'outermost']).optional(),
        ...reads,
        ...modifiers,
      }),
      z.strictObject({ kind: literal('fact'), name: z.enum(facts), ...modifiers }),
      z.strictObject({
        kind: literal('setting'),
        name: z.string(),
        emptyCounts: z.boolean().optional().describe('An empty text is a value, not the absence of one'),
        ...modifiers,
      }),
      z.strictObject({
        kind: literal('ref'),
        of: reference,
        path: z.array(z.union([z.string(), z.int()])).optional(),
        ...modifiers,
      }),
      z.strictObject({
        kind: literal('first'),
        of: z.array(sourceOrRefSchema).min(1),
        skip: z.enum(['missing', 'empty', 'blank']).optional(),
        ...modifiers,
      }),
      z.strictObject({ kind: literal('all'), of: z.array(sourceOrRefSchema).min(1), ...modifiers }),
      z.strictObject({
        kind: literal('pick'),
        from: reference,
        by: z.string(),
        equals: reference,
        otherwise: z.enum(['first', 'none']).optional(),
        ...modifiers,
      }),
      z.strictObject({
        kind: literal('recall'),
        from: reference,
        query: reference,
        most: z.int().min(1).optional(),
        ...modifiers,
      }),
      z.strictObject({
        kind: literal('match'),
        cases: z.array(z.strictObject({ when: conditionSchema, text: template })),
        otherwise: template.optional(),
        ...modifiers,
      }),
    ]),
  )
  .meta({ id: 'source', description: 'Where a text comes from' });

const sourceOrRefSchema: z.ZodType<SourceOrRef> = z.union([reference, sourceSchema]);

export const settingSchema: z.ZodType<SettingDeclaration> = z.strictObject({
  name: z.string().regex(/^[A-Za-z][\w-]{0,60}$/, 'should be a word'),
  label: z.string().optional(),
  kind: z.enum(['text', 'choice', 'toggle', 'number', 'list', 'object', 'textOrObject']),
  help: z.string().optional(),
  default: z.json().optional(),
  values: z
    .array(z.string())
    .optional()
    .describe('All that can be chosen; another value is an error and the default is used'),
  synonyms: z.array(z.string()).optional(),
  long: z.boolean().optional(),
  choices: z.strictObject({ from: reference, value: z.string(), label: z.string().optional() }).optional(),
  shows: reference.optional().describe('What the control shows while the setting is not set'),
});

const name = z.string().regex(/^[^/\s][^/]{0,80}$/, 'should be a name without slashes');
const tier = z.enum(tiers).optional().describe('How fast the text changes: L0 hardly ever, active every time');
const mark = z.enum(['5m', '1h']).optional().describe('A cache breakpoint after it');

/** Without nested sections: each is checked separately, so that one mistake affects one section. */
const sectionShape = {
  id: name,
  name: z.string().min(1).optional(),
  tier,
  when: conditionSchema.optional(),
  tag: z
    .string()
    .regex(/^[A-Za-z][\w.:-]*$/, 'should be a tag name')
    .optional()
    .describe('Puts the text between <tag> and </tag>, each on a line of its own'),
  heading: z.string().min(1).optional().describe('A line above the text'),
  headingGap: z.string().optional().describe('Between heading and text; a blank line unless set'),
  before: z.string().optional(),
  after: z.string().optional(),
  let: z
    .record(z.string(), sourceOrRefSchema)
    .optional()
    .describe('Names for this section only; inside each they may use item'),
  source: sourceOrRefSchema.optional(),
  template: template.optional(),
  each: sourceOrRefSchema
    .optional()
    .describe('Once for every entry of a source; template or source then speak of item'),
  itemName: template
    .optional()
    .describe('What each entry is called in the list of sections; its file or number unless set'),
  separator: z.string().optional().describe('Between entries or sections below; a blank line unless set'),
  breakpoint: mark,
  part: z.boolean().optional().describe('A content part of its own where a message is sent in parts'),
};
export const sectionSchema: z.ZodType<SectionDeclaration> = z.strictObject({
  ...sectionShape,
  sections: z.unknown().optional(),
});

const messageShape = {
  id: name.optional(),
  role: z.enum(['system', 'user', 'assistant']),
  tier,
  when: conditionSchema.optional(),
  separator: z.string().optional(),
  breakpoint: mark,
};
export const messageSchema: z.ZodType<MessageDeclaration> = z.strictObject({
  ...messageShape,
  sections: z.unknown().optional(),
});

interface NestedSection extends SectionDeclaration {
  readonly sections?: readonly NestedSection[] | undefined;
}
const nestedSection: z.ZodType<NestedSection> = z
  .lazy(() => z.strictObject({ ...sectionShape, sections: z.array(nestedSection).optional() }))
  .meta({
    id: 'section',
    description: 'A stretch of the prompt: one of source, template, each or sections says what is in it',
  });

/** The schema of the whole `declared` object, for the editor. */
export const layoutSchema = z
  .strictObject({
    title: z.string().optional(),
    variant: reference.optional().describe('What the variants of this prompt are told apart by'),
    settings: z.array(settingSchema).optional(),
    sources: z.record(z.string(), sourceSchema).optional().describe('Named texts and lists'),
    messages: z.array(z.strictObject({ ...messageShape, sections: z.array(nestedSection) })),
  })
  .describe('The layout of a prompt, for the design "declared"');
