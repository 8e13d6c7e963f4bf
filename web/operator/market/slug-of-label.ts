/** A name as it stands in an address: 'Brow lamination' becomes 'brow-lamination'. */
export const slugOfLabel = (label: string): string =>
  label
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
