import { openQuotes } from '#contract/open-quotes.ts'
import { quotes } from '#contract/quotes.ts'
import { serve } from '#server/platform/serve.ts'
import { comeBack, compareProviders, endFreedAlert, readQuotes, saveDetails, sendQuotes, setFreedAlert } from '#server/search/door.ts'
import { countOpenQuotes } from './count-open-quotes.ts'
import { showQuotedProvider } from './show-quoted-provider.ts'

export const quoteRoutes = serve(quotes, { read: readQuotes, saveDetails, provider: showQuotedProvider, compare: compareProviders, alert: setFreedAlert, endAlert: endFreedAlert, comeBack, sendMe: sendQuotes })

export const openQuoteRoutes = serve(openQuotes, { count: countOpenQuotes })
