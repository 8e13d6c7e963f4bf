/** Returns the form for comparing place names: lower case, no accents, 'St' for 'Saint', no apostrophes and dots. */
export function searchText(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bsaint(e?)\b/g, 'st$1')
    .trim()
}

/** Returns a name as a slug: 'St. George' becomes 'st-george', 'Montréal' 'montreal'. */
export function slugify(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
