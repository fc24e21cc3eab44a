import { useEffect, useRef } from 'react';
import { DiffView } from '../monaco/diff-view';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  readonly language?: string;
}

export function Diff({ before, after, beforeLabel, afterLabel, language }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<DiffView | null>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    view.current = new DiffView(host.current, { before: beforeLabel, after: afterLabel }, language);
    return () => {
      view.current?.dispose();
      view.current = null;
    };
  }, [beforeLabel, afterLabel, language]);
  useEffect(() => view.current?.show(before, after), [before, after, beforeLabel, afterLabel, language]);
  return <div className="diff-host" ref={host} data-testid="diff" />;
}
