import { addOns } from '#contract/search/add-ons.ts'
import { quotes } from '#contract/search/quotes.ts'
import { endFreedAlert, setFreedAlert } from './alerts.ts'
import { chooseAddOns, showQuotedProvider } from './bookable-quote.ts'
import { comeBack, readQuotes } from './read-quotes.ts'
import { compareProviders, showDaysAround } from './quoted-provider.ts'
import { sendQuotes } from './send-quotes.ts'
import {
  changeTime,
  createSearch,
  saveDetails,
  showFormSettings,
  showFormSettingsOf,
  showMostBooked,
} from './searches.ts'
import { appearance } from '#contract/search/demand/appearance.ts'
import { calendar } from '#contract/search/demand/calendar.ts'
import { demand } from '#contract/search/demand/demand.ts'
import { openings } from '#contract/search/demand/openings.ts'
import { looks } from '#contract/search/looks.ts'
import { search } from '#contract/search/search.ts'
import { waiting } from '#contract/search/waiting.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listOpenings } from './openings.ts'
import { showAppearance } from './appearance.ts'
import { showCalendar, showDays } from './demand-days.ts'
import { showArea, showDemand, showDemandAreas } from './demand.ts'
import { teams } from '#contract/search/team-up.ts'
import { chooseTeam, showTeam } from './teams.ts'
import { findTeams } from './find-teams.ts'
import { addUpload, addWork, removePicture, saveLook, showLook, showWork } from './looks.ts'
import { closeWaiting, joinWaiting, leaveWaiting, listOwnWaiting, showDayWaiting } from './waiting-list.ts'
import { letInFirst } from './waiting-turns.ts'

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
