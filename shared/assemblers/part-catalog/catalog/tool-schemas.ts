/**
 * Input schemas of the fifteen tools. The design publishes none; these follow the parameters in the tool descriptions.
 */
import type { ToolPartId } from './catalog';

interface Property {
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: unknown;
}

function schema(
  required: readonly string[],
  properties: Readonly<Record<string, Property>>,
): Readonly<Record<string, unknown>> {
  return { type: 'object', properties, required, additionalProperties: false };
}

const text = (description: string): Property => ({ type: 'string', description });
const count = (description: string): Property => ({ type: 'number', description });
const flag = (description: string): Property => ({ type: 'boolean', description });
const oneOf = (description: string, ...values: readonly string[]): Property => ({
  type: 'string',
  description,
  enum: values,
});
const list = (description: string, items: unknown): Property => ({ type: 'array', description, items });

const todo = schema(['content', 'status'], {
  content: text('The step, as an order: "Add the missing index"'),
  status: oneOf('How far it is', 'pending', 'in_progress', 'completed'),
  activeForm: text('The step while it is being done: "Adding the missing index"'),
});

const question = schema(['question', 'options'], {
  question: text('One question that ends with a question mark'),
  header: text('A label of one or two words'),
  options: list(
    'Two to four answers to choose from',
    schema(['label'], { label: text('The answer'), description: text('What choosing it means') }),
  ),
  multiSelect: flag('More than one answer may be chosen'),
});

export const toolSchemas: Readonly<Record<ToolPartId, Readonly<Record<string, unknown>>>> = {
  'tool-bash': schema(['command'], {
    command: text('The command line to run'),
    description: text('What the command does, in five to ten words'),
    timeout: count('Milliseconds after which the command is stopped'),
    run_in_background: flag('Return at once and keep the command running'),
  }),
  'tool-file-read': schema(['file_path'], {
    file_path: text('Absolute path of the file'),
    offset: count('First line to read, counted from 1'),
    limit: count('Number of lines to read'),
  }),
  'tool-file-write': schema(['file_path', 'content'], {
    file_path: text('Absolute path of the file'),
    content: text('The whole new content'),
  }),
  'tool-file-edit': schema(['file_path', 'old_string', 'new_string'], {
    file_path: text('Absolute path of the file'),
    old_string: text('The text to replace, exactly as it stands in the file'),
    new_string: text('The text to put in its place'),
    replace_all: flag('Replace every occurrence'),
  }),
  'tool-glob': schema(['pattern'], {
    pattern: text('A glob such as src/**/*.ts'),
    path: text('The folder to search; the working directory unless given'),
  }),
  'tool-grep': schema(['pattern'], {
    pattern: text('A regular expression'),
    path: text('A file or folder to search; the working directory unless given'),
    glob: text('Only files that match this glob'),
    output_mode: oneOf('What to return', 'files_with_matches', 'content', 'count'),
    context: count('Lines to show before and after each match'),
    ignore_case: flag('Upper and lower case count as equal'),
    multiline: flag('A match may span lines'),
    head_limit: count('Return no more than this many results'),
  }),
  'tool-agent': schema(['description', 'prompt'], {
    description: text('The task in three to five words'),
    prompt: text('Everything the agent needs to know'),
    subagent_type: text('The name of the agent'),
    run_in_background: flag('Do not wait for the report'),
  }),
  'tool-web-search': schema(['query'], {
    query: text('What to search for'),
    allowed_domains: list('Only results of these domains', { type: 'string' }),
    blocked_domains: list('No results of these domains', { type: 'string' }),
  }),
  'tool-web-fetch': schema(['url', 'prompt'], {
    url: text('A complete address'),
    prompt: text('What to find out from the page'),
  }),
  'tool-todo-write': schema(['todos'], { todos: list('The whole list, in order', todo) }),
  'tool-notebook-edit': schema(['notebook_path', 'new_source'], {
    notebook_path: text('Absolute path of the notebook'),
    cell_id: text('The cell to change, or after which to insert'),
    new_source: text('The new source of the cell'),
    cell_type: oneOf('The kind of an inserted cell', 'code', 'markdown'),
    edit_mode: oneOf('What to do; replace unless given', 'replace', 'insert', 'delete'),
  }),
  'tool-ask-user-question': schema(['questions'], { questions: list('One to four questions', question) }),
  'tool-list-mcp-resources': schema([], { server: text('Only the resources of this server') }),
  'tool-read-mcp-resource': schema(['server', 'uri'], {
    server: text('The name of the server'),
    uri: text('The address of the resource, as listed'),
  }),
  'tool-config': schema(['setting'], {
    setting: text('The name of the setting'),
    value: text('The new value; without it the present one is returned'),
  }),
};
