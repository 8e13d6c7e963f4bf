import type { RouterContextProvider } from 'react-router'
import { defaults } from '#contract/constants.ts'
import { serverApi } from '#web/platform/server-api.ts'

/** What the front page shows of the market, and the services to search for. */
export async function loadHome(context: Readonly<RouterContextProvider>, categorySlug: string = defaults.category) {
  const api = serverApi(context)
  const [home, { formSettings }] = await Promise.all([api.content.home({}), api.search.formSettings({ categorySlug })])
  return { home, settings: formSettings }
}
