import type { RouterContextProvider } from 'react-router'
import { defaults } from '#contract/constants.ts'
import { visitContext } from '#web/platform/context.ts'
import { serverApi } from '#web/platform/api/server-api.ts'

/** Loads the front page's market data and services. With a service, its artists are the best ones for that service. */
export async function loadHome(
  context: Readonly<RouterContextProvider>,
  categorySlug: string = defaults.category,
  service?: string,
) {
  const { country } = context.get(visitContext)
  const [home, settings] = await Promise.all([
    serverApi(context).content.home({ categorySlug, country, service }),
    loadSettings(context, categorySlug),
  ])
  return { home, settings, visitorCountry: country }
}

/** Loads a category's services for a search form. */
export async function loadSettings(context: Readonly<RouterContextProvider>, categorySlug: string) {
  const { formSettings } = await serverApi(context).search.formSettings({ categorySlug })
  return formSettings
}
