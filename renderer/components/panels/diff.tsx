import { useEffect, useRef } from 'react';
import type { Typed } from '../../model/prompt/line-ends';
import { DiffView } from '../../monaco/diff-view';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  readonly language?: string;
  /** If set, the second side is editable and can take over changes of the first. */
  readonly onEdited?: (typed: Typed) => void;
}

export function Diff({ before, after, beforeLabel, afterLabel, language, onEdited }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<DiffView | null>(null);
  const edited = useRef(onEdited);
  useEffect(() => {
    edited.current = onEdited;
  });
  const isEditable = onEdited !== undefined;
  useEffect(() => {
    if (host.current === null) return undefined;
    view.current = new DiffView(
      host.current,
      { before: beforeLabel, after: afterLabel },
      language,
      isEditable ? (typed) => edited.current?.(typed) : undefined,
    );
    return () => {
      view.current?.dispose();
      view.current = null;
    };
  }, [beforeLabel, afterLabel, language, isEditable]);
  useEffect(() => view.current?.show(before, after), [before, after, beforeLabel, afterLabel, language, isEditable]);
  return <div className="diff-host" ref={host} data-testid="diff" />;
}
