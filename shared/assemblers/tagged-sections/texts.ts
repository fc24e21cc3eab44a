/** Built-in texts of the design. Storage and Formatting are in our words; Background is the published template. */

/** tagged-sections, rule 6: four mechanisms, what each is for, and how to choose. */
export const storageText = `You have four ways to keep something beyond this conversation. Choose the one that fits.

**Files**: work products, notes, documents, data. Anything the user may want to open or see belongs in a file. When \
in doubt, use a file.

**Instructions** (tool: update_my_instructions): how you work. Better approaches you found, workflow preferences, \
recurring patterns, constraints, knowledge of your domain. A change takes effect in the next conversation. Your \
identity is fixed and cannot be changed this way.

**Memory** (tool: save_memory): short facts that every agent should know, one sentence of at most 200 characters \
each: the user's name, time zone, preferences, decisions that concern several agents. Not for what only you need, and \
not for meeting notes, status updates or long text.

**Triggers**: work that repeats on a schedule. They are set up through agent-builder.

Quick guide:
- The user should see it → File
- I should work differently → Instructions
- All agents should know it → Memory
- I should remember it for my own domain → Instructions`;

/** tagged-sections, rule 7: Telegram is the only channel with rules of its own. */
export const telegramText = `You are talking to the user over Telegram. Format replies in Telegram Markdown:
- *bold* with single asterisks
- _italic_ with underscores
- \`code\` with backticks
- \`\`\`blocks\`\`\` of code with triple backticks

Do not escape special characters. Keep messages concise: short paragraphs, bullet points where they help.`;

/** The published words. */
export const backgroundText = `You are running in the background (scheduled task). Your responses will NOT be sent to \
the user automatically.
If you need to notify the user about something important, use the notify_user tool.`;

/** The published words. */
export const directoriesText = {
  cwd: 'Your working directory is: ',
  check: '\nThere may already be existing files — check before creating new ones.',
  more: '\n\nYou also have access to these additional directories:',
} as const;
