/** The words of the Cache panel. */

export const cacheViewTitles = {
  request: 'Next request',
  turns: 'Turns',
  moves: 'Volatility',
  placement: 'Breakpoints',
} as const;

export const cacheViewHelp = {
  request: 'What does the next request cost, and what does this edit add?',
  turns: 'What does a whole session cost, turn by turn?',
  moves: 'What changes this prompt although nobody edits it?',
  placement: 'Where should the breakpoints go?',
} as const;

/** The lines a turn script may have, with an example of each. */
export const scriptSteps = [
  { line: 'send', also: 'send x3', means: 'send one request, or several at the same moment' },
  { line: 'wait 6m', also: '', means: 'nothing is sent for this long' },
  { line: 'add user 300', also: 'add assistant 200', means: 'a message of this many tokens joins the conversation' },
  { line: 'edit Rules', also: '', means: 'the text of a section changes; by its id or name' },
  { line: 'set mode=plan', also: '', means: 'a setting of the design changes' },
  { line: 'tool add grep 150', also: 'tool change grep', means: 'a tool is added, changed or removed' },
  { line: 'param tool_choice=any', also: '', means: 'a parameter of the request changes' },
  { line: 'clock +1m', also: '', means: 'the clock in the prompt moves, beyond the time that passes' },
  { line: 'stream 20s', also: '', means: 'how long each response takes from now on' },
  { line: 'auto 5m', also: 'auto off', means: 'one breakpoint moves with the end of the request' },
  { line: '# note', also: '', means: 'a comment' },
] as const;
