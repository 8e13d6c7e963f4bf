import { addOns } from '#contract/search/add-ons.ts'
import { quotes } from '#contract/search/quotes.ts'
import { setFreedAlert } from '#server/search/alerts/set-freed-alert.ts'
import { endFreedAlert } from '#server/search/alerts/end-freed-alert.ts'
import { chooseAddOns } from '#server/search/bookable/choose-add-ons.ts'
import { showQuotedProvider } from '#server/search/locked-quotes/show-quoted-provider.ts'
import { comeBack } from '#server/search/quotes/come-back.ts'
import { compareProviders } from '#server/search/quotes/compare-providers.ts'
import { readQuotes } from '#server/search/quotes/read-quotes.ts'
import { showDaysAround } from '#server/search/quotes/show-days-around.ts'
import { sendQuotes } from '#server/search/quotes/send-quotes.ts'
import { changeTime } from '#server/search/searches/change-time.ts'
import { saveDetails } from '#server/search/searches/save-details.ts'
import { appearance } from '#contract/search/demand/appearance.ts'
import { calendar } from '#contract/search/demand/calendar.ts'
import { demand } from '#contract/search/demand/demand.ts'
import { openings } from '#contract/search/demand/openings.ts'
import { looks } from '#contract/search/looks.ts'
import { search } from '#contract/search/search.ts'
import { waiting } from '#contract/search/waiting.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createSearch } from '#server/search/searches/create-search.ts'
import { listOpenings } from '#server/search/demand/list-openings.ts'
import { showAppearance } from '#server/search/demand/show-appearance.ts'
import { showCalendar } from '#server/search/demand/show-calendar.ts'
import { showArea } from '#server/search/demand/show-area.ts'
import { showDemandAreas } from '#server/search/demand/show-demand-areas.ts'
import { showDays } from '#server/search/demand/show-days.ts'
import { showDemand } from '#server/search/demand/show-demand.ts'
import { showFormSettings } from '#server/search/searches/show-form-settings.ts'
import { showMostBooked } from '#server/search/searches/show-most-booked.ts'
import { teams } from '#contract/search/team-up.ts'
import { chooseTeam } from '#server/search/team-up/choose-team.ts'
import { findTeams } from '#server/search/team-up/find-teams.ts'
import { showTeam } from '#server/search/team-up/show-team.ts'
import { addUpload } from '#server/search/looks/add-upload.ts'
import { addWork } from '#server/search/looks/add-work.ts'
import { removePicture } from '#server/search/looks/remove-picture.ts'
import { saveLook } from '#server/search/looks/save-look.ts'
import { showWork } from '#server/search/looks/show-work.ts'
import { showLook } from '#server/search/looks/show-look.ts'
import { closeWaiting } from '#server/search/waiting/close-waiting.ts'
import { letInFirst } from '#server/search/waiting/let-in-first.ts'
import { showDayWaiting } from '#server/search/waiting/show-day-waiting.ts'
import { joinWaiting } from '#server/search/waiting/join-waiting.ts'
import { leaveWaiting } from '#server/search/waiting/leave-waiting.ts'
import { listOwnWaiting } from '#server/search/waiting/list-own-waiting.ts'
import { showFormSettingsOf } from '#server/search/searches/show-form-settings-of.ts'

export const searchRoutes = serve(search, {
  create: createSearch,
  formSettings: showFormSettings,
  mostBooked: showMostBooked,
  formSettingsOf: showFormSettingsOf,
})

export const appearanceRoutes = serve(appearance, { show: showAppearance })

export const openingRoutes = serve(openings, { near: listOpenings })

export const calendarRoutes = serve(calendar, { month: showCalendar, area: showArea })

export const demandRoutes = serve(demand, { days: showDays, areas: showDemandAreas, near: showDemand })

export const quoteRoutes = serve(quotes, {
  read: readQuotes,
  days: showDaysAround,
  saveDetails,
  changeTime,
  provider: showQuotedProvider,
  compare: compareProviders,
  alert: setFreedAlert,
  endAlert: endFreedAlert,
  comeBack,
  sendMe: sendQuotes,
})

export const addOnRoutes = serve(addOns, { choose: chooseAddOns })

export const teamRoutes = serve(teams, { find: findTeams, choose: chooseTeam, show: showTeam })
export const lookRoutes = serve(looks, {
  show: showLook,
  save: saveLook,
  work: showWork,
  addUpload,
  addWork,
  removePicture,
})

export const waitingRoutes = serve(waiting, {
  join: joinWaiting,
  own: listOwnWaiting,
  leave: leaveWaiting,
  day: showDayWaiting,
  close: closeWaiting,
  letIn: letInFirst,
})
