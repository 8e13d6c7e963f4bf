import { ownColleagues } from '#contract/providers/colleagues.ts'
import { serve } from '#server/platform/http/serve.ts'
import { leaveColleague } from './leave-colleague.ts'
import { listColleagues } from './list-colleagues.ts'
import { nameColleague } from './name-colleague.ts'

export const colleagueRoutes = serve(ownColleagues, {
  list: listColleagues,
  name: nameColleague,
  leave: leaveColleague,
})
