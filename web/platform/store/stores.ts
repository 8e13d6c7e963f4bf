/** A store of the marketplace: beauty. */
export interface Store {
  id: string
  slug: string
}

export const setStores = (_: readonly Store[], stores: readonly Store[]): readonly Store[] => stores
