import { ownHours } from '#contract/providers/hours.ts'
import { serve } from '#server/platform/http/serve.ts'
import { addException } from './add-exception.ts'
import { removeException } from './remove-exception.ts'
import { setBlocks } from './set-blocks.ts'
import { setHolidays } from './set-holidays.ts'
import { setLeads } from './set-leads.ts'
import { setSeasons } from './set-seasons.ts'
import { setWeek } from './set-week.ts'
import { showHours } from './show-hours.ts'

export const ownHoursRoutes = serve(ownHours, {
  show: showHours,
  week: setWeek,
  seasons: setSeasons,
  addException,
  removeException,
  holidays: setHolidays,
  blocks: setBlocks,
  leads: setLeads,
})
