import { useEffect, useState } from 'react';
import { requestDropWords as words } from '../../words/panels/requests';

/** Covers the window while a file is dragged over it, so that the drop reaches the app and not an editor. */
export function RequestDrop() {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) setDragging(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const end = (): void => setDragging(false);
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', end);
    };
  }, []);
  if (!dragging) return null;
  return (
    <div className="drop-cover" data-testid="drop">
      <p>
        <strong>{words.dropToOpen}</strong>
        {words.whatToDrop}
      </p>
    </div>
  );
}
