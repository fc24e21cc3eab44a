import { through, type Rules } from '../read/outline';

export const bash: Rules = {
  ERROR: through,
  function_definition(node, into) {
    into.body(into.add('function', node.childForFieldName('name')), node.childForFieldName('body'));
  },
  command(node, into) {
    // `source file` and `. file`; a variable in front of the path is dropped.
    const [, spec] =
      /^(?:source|\.)\s+["']?(?:\$\{?[A-Za-z_]\w*\}?\/|\$\([^)]*\)\/)?([^"'\s;$]+)/.exec(into.text(node)) ?? [];
    if (spec !== undefined) into.import(spec);
  },
  variable_assignment(node, into) {
    into.add('variable', node.childForFieldName('name'));
  },
  declaration_command: through,
};
