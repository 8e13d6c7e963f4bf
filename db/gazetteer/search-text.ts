/** The form in which place names are compared: lower case, no accents, 'St' for 'Saint', apostrophes and stops dropped. */
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

/** The name as it stands in an address bar: 'St. George' becomes 'st-george', 'Montréal' 'montreal'. */
export function slugify(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
