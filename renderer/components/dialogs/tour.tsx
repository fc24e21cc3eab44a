import { useState } from 'react';
import { paletteShortcut } from '../../commands/commands';
import { useApp } from '../../context';
import { DialogFrame } from './dialog-frame';

const steps = [
  {
    title: 'The prompt, to scale',
    text:
      'On the left is the whole request as a drill core: every layer is a section, as tall as its ' +
      'tokens, coloured by how often it changes. The list beside it says the same in rows that add up; ' +
      'what was left out stands in its place with the reason.',
  },
  {
    title: 'The exact text, and where it comes from',
    text:
      'In the middle is what is sent, character for character. Click any text: the file it comes from ' +
      'opens on the right, at that character. Put the cursor into a file: what it became lights up in ' +
      'the prompt.',
  },
  {
    title: 'Change it and watch',
    text:
      'What you type is in the prompt at once, before you save; so is what another program writes to ' +
      'disk. Changes shows what a keystroke or a setting did, section by section. Copy takes the ' +
      'prompt along as text, and by its ▾ as Anthropic or OpenAI JSON.',
  },
] as const;

export function Tour() {
  const { view } = useApp();
  const [step, setStep] = useState(0);
  const current = steps[step] ?? steps[0];
  const last = step === steps.length - 1;
  return (
    <DialogFrame name="tour" title={current.title} className="tour">
      <p className="tour-text">
        {current.text}
        {last ? ` ${paletteShortcut} finds everything else.` : ''}
      </p>
      <footer className="dialog-foot">
        <span className="help">
          {step + 1} of {steps.length}
        </span>
        <span className="bar-space" />
        {step > 0 ? (
          <button type="button" className="quiet" onClick={() => setStep(step - 1)}>
            Back
          </button>
        ) : null}
        <button
          type="button"
          className="primary"
          onClick={() => {
            if (last) {
              setStep(0);
              view.seeTour();
            } else setStep(step + 1);
          }}
        >
          {last ? 'Start' : 'Next'}
        </button>
      </footer>
    </DialogFrame>
  );
}
