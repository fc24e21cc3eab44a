/** pi puts instruction files and the list of skills into its system prompt, before the date and the working folder. */
import { systemTexts, type Json, type RequestText } from '../frame/json';
import type { FoundStretch, FoundStretches, FrameRules } from '../frame/types';

const contextStart = '\n\n# Project Context\n\nProject-specific instructions and guidelines:\n\n';
const listStart = '<available_skills>\n';
const listEnd = '</available_skills>';
const dateStart = '\nCurrent date: ';
const nothing = { before: '', after: '' };

function systemOf(body: Json): RequestText | undefined {
  return systemTexts(body).findLast(({ text }) => text.includes(dateStart));
}

function recognises(body: Json): boolean {
  return /\nCurrent date: [^\n]+\nCurrent working directory: [^\n]+$/.test(systemOf(body)?.text ?? '');
}

function find(body: Json): FoundStretches {
  const system = systemOf(body);
  if (system === undefined) return { problem: 'the system prompt does not end with the date' };
  const { path, text } = system;
  const end = text.lastIndexOf(dateStart);
  const hasSkills = text.slice(0, end).endsWith(listEnd);
  const list = hasSkills ? text.lastIndexOf(listStart, end) : end;
  const lead = hasSkills ? leadOf(text, list) : end;
  if (list === -1 || lead === -1) return { problem: 'the list of skills does not begin as expected' };
  const context = text.indexOf(contextStart);
  const hasContext = context !== -1 && context < lead;
  const skills: FoundStretch = hasSkills
    ? {
        stretch: 'skills',
        text: path,
        span: { start: lead, end },
        there: true,
        around: { before: text.slice(lead, list), after: '' },
      }
    : { stretch: 'skills', text: path, span: { start: end, end }, there: false };
  const own = hasContext ? context : lead;
  const at = (start: number) => ({ text: path, span: { start, end: start }, there: false, around: nothing });
  return {
    found: [
      { stretch: 'base', ...at(0), replaces: own },
      { stretch: 'append', ...at(own), unmarked: true },
      {
        stretch: 'context',
        text: path,
        span: { start: own, end: lead },
        there: hasContext,
        around: nothing,
      },
      skills,
    ],
  };
}

/** pi's own words before the list are one paragraph, behind a blank line. */
function leadOf(text: string, list: number): number {
  return text.lastIndexOf('\n\n', text.slice(0, list).trimEnd().length - 1);
}

export const piFrame: FrameRules = {
  recognises,
  find,
  volatile: [
    { name: 'date', by: ['day'], between: { role: 'system', marks: [dateStart, '\n'] } },
    { name: 'date', by: ['day'], between: { role: 'developer', marks: [dateStart, '\n'] } },
    { name: 'prompt_cache_key', path: ['prompt_cache_key'] },
  ],
  names: {
    append: 'pi’s own prompt',
    context: 'pi’s own prompt',
    skills: 'how skills work',
    end: 'date and working folder',
  },
};
