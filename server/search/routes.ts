import { appearance } from '#contract/appearance.ts'
import { calendar } from '#contract/calendar.ts'
import { demand } from '#contract/demand.ts'
import { openings } from '#contract/openings.ts'
import { search } from '#contract/search.ts'
import { serve } from '#server/platform/serve.ts'
import { createSearch } from './create-search.ts'
import { listOpenings } from './list-openings.ts'
import { showAppearance } from './show-appearance.ts'
import { showArea, showCalendar } from './show-calendar.ts'
import { showDemandAreas, showFewLeft } from './show-demand-days.ts'
import { showDemand } from './show-demand.ts'
import { showFormSettings, showFormSettingsOf } from './show-form-settings.ts'

export const searchRoutes = serve(search, {
  create: createSearch,
  formSettings: showFormSettings,
  formSettingsOf: showFormSettingsOf,
})

export const appearanceRoutes = serve(appearance, { show: showAppearance })

export const openingRoutes = serve(openings, { near: listOpenings })

export const calendarRoutes = serve(calendar, { month: showCalendar, area: showArea })

export const demandRoutes = serve(demand, { fewLeft: showFewLeft, areas: showDemandAreas, near: showDemand })
