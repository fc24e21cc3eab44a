import { useState } from 'react';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { architectureNoteWords as words } from '../../words/panes/prompt';

/**
 * A folder may match several designs. Says which one is shown and lists the others, until the user has chosen. Agents
 * are not listed: nearly every repository has files for one, and the menu says so.
 */
export function ArchitectureNote({ inspection }: { readonly inspection: Inspection }) {
  const { actions } = useApp();
  const [dismissed, setDismissed] = useState<string | null>(null);
  const { architecture, architectures, architectureNamed, workspace } = inspection;
  const others = architectures.filter(({ id, kind, detected }) => kind === 'design' && detected && id !== architecture);
  if (architectureNamed || others.length === 0 || dismissed === workspace) return null;
  const shown = architectures.find((each) => each.id === architecture)?.title ?? architecture;
  return (
    <div className="note note-architecture" role="status">
      <span>{words.otherDesigns(shown)}</span>
      {others.map((other) => (
        <button
          key={other.id}
          type="button"
          className="link"
          onClick={() => void actions.configure({ architecture: other.id })}
        >
          {other.title}
        </button>
      ))}
      <span className="bar-space" />
      <button type="button" className="quiet" aria-label={words.dismiss} onClick={() => setDismissed(workspace)}>
        ×
      </button>
    </div>
  );
}
