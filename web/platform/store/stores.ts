/** A shop of the marketplace: beauty. */
export interface Store {
  id: string
  slug: string
}

/** Takes the list of shops as the server gave it. */
export const setStores = (_: readonly Store[], stores: readonly Store[]): readonly Store[] => stores
