import { live } from '#contract/live.ts'
import { serve } from '#server/platform/serve.ts'
import { giveLiveToken, listLiveEvents } from './live-token.ts'

export const liveRoutes = serve(live, { token: giveLiveToken, events: listLiveEvents })
