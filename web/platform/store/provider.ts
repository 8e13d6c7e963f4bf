/** What a provider sets up: their categories, how many, and their own details. */
export interface Provider {
  providerCategories: readonly { id: string; slug: string }[]
  userDetails: { name: string; email: string; mobile: string } | null
  providerCategoryCount: number
}

export const noProvider: Provider = { providerCategories: [], userDetails: null, providerCategoryCount: 0 }

/** Takes the provider's categories and counts them. */
export const setProviderCategories = (state: Provider, categories: Provider['providerCategories']): Provider => ({
  ...state,
  providerCategories: categories,
  providerCategoryCount: categories.length,
})

/** Takes the provider's own details. */
export const setUserDetails = (state: Provider, details: Provider['userDetails']): Provider => ({
  ...state,
  userDetails: details,
})
