/** Gemini CLI: skills and global files in the system prompt, the project's files in the first user message. */
import { requestTexts, systemTexts, type Json, type RequestText } from '../frame/json';
import type { FoundStretch, FoundStretches, FrameRules } from '../frame/types';

const sessionStart = '<session_context>\n';
const sessionEnd = '\n</session_context>';
const loadedStart = '<loaded_context>\n';
const loadedEnd = '\n</loaded_context>';
const nothing = { before: '', after: '' };

function find(body: Json): FoundStretches {
  const [system] = systemTexts(body);
  const session = requestTexts(body).find(({ role, text }) => role === 'user' && text.startsWith(sessionStart));
  if (system === undefined || session?.text.endsWith(sessionEnd) !== true)
    return { problem: 'no message has the session context' };
  const skills = skillsIn(system);
  const global = globalIn(system);
  if (typeof skills === 'string') return { problem: skills };
  if (typeof global === 'string') return { problem: global };
  const end = session.text.length - sessionEnd.length;
  const start = session.text.indexOf(`\n\n\n${loadedStart}`);
  const span = { start: start === -1 ? end : start + 2, end };
  return {
    found: [skills, global, { stretch: 'project', text: session.path, span, there: start !== -1, around: nothing }],
  };
}

/** The tree of files in it can be switched off. */
function recognises(body: Json): boolean {
  return requestTexts(body).some(
    ({ role, text }) => role === 'user' && text.startsWith(sessionStart) && text.endsWith(sessionEnd),
  );
}

/** Gemini CLI's own skills come first; their files are in its installation. */
function skillsIn({ path, text }: RequestText): FoundStretch | string {
  const list = text.indexOf('<available_skills>\n');
  const close = text.indexOf('\n</available_skills>', list) + 1;
  const own = text.lastIndexOf('/builtin/', close);
  const start = text.indexOf('  </skill>\n', own) + '  </skill>\n'.length;
  if (list === -1 || close === 0 || own < list || start > close) return 'the list of skills is not as expected';
  return { stretch: 'skills', text: path, span: { start, end: close }, there: close > start, around: nothing };
}

/** At the end of the system prompt, behind a heading or, with private memory, a rule: both are sent only with it. */
function globalIn({ path, text }: RequestText): FoundStretch | string {
  const end = text.length;
  if (!text.endsWith(loadedEnd)) return { stretch: 'global', text: path, span: { start: end, end }, there: false };
  const starts = ['\n\n# Contextual Instructions (', `\n---\n\n${loadedStart}`].map((mark) => text.indexOf(mark));
  const start = Math.min(...starts.filter((at) => at !== -1));
  const loaded = Number.isFinite(start) ? text.indexOf(loadedStart, start) : -1;
  if (loaded === -1) return 'the contextual instructions have no heading';
  const around = { before: text.slice(start, loaded), after: '' };
  return { stretch: 'global', text: path, span: { start, end }, there: true, around };
}

export const geminiFrame: FrameRules = {
  recognises,
  find,
  volatile: [
    {
      name: 'date',
      // In the language and format of LC_ALL or LANG.
      by: ['day', 'locale'],
      between: { role: 'user', starts: sessionStart, marks: ["\nToday's date is ", '\n'], first: true },
    },
    {
      name: 'file tree',
      by: ['files'],
      between: {
        role: 'user',
        starts: sessionStart,
        marks: ['\n- **Directory Structure:**\n', '\n\n\n<'],
        first: true,
      },
    },
  ],
  names: {
    skills: 'Gemini CLI’s own prompt and skills',
    global: 'the rest of Gemini CLI’s own prompt',
    project: 'session context',
    end: 'end',
  },
};
