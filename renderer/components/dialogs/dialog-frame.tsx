import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useApp, useView } from '../../context';
import type { DialogName } from '../../stores/view';
import { dialogFrameWords as words } from '../../words/window/dialogs';

interface Props {
  readonly name: DialogName;
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function DialogFrame({ name, title, className = '', children }: Props) {
  const { view } = useApp();
  const open = useView((state) => state.dialog === name);
  return (
    <ModalOverlay
      className="overlay"
      isOpen={open}
      isDismissable
      onOpenChange={(next) => view.showDialog(next ? name : null)}
    >
      <Modal className={`modal ${className}`}>
        <Dialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <button type="button" className="quiet" aria-label={words.close} onClick={() => view.showDialog(null)}>
              ×
            </button>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
