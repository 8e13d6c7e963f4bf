/** A category of a shop: makeup-hair-styling, makeup-hair-lessons, nails. */
export interface Category {
  slug: string
  label: string
}

/** Takes the list of categories as the server gave it. */
export const setCategories = (_: readonly Category[], categories: readonly Category[]): readonly Category[] =>
  categories
