/** How `lint` and `check` print findings. */
export const reportFormats = ['text', 'json', 'sarif', 'junit'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** In what form `cache --optimize --take-out` prints the breakpoints. */
export const takenForms = ['breakpoints', 'request', 'patch'] as const;
export type TakenForm = (typeof takenForms)[number];
