/** What the text of a node that stands outside its parts is called. */
export const ownTextName = 'other text';
