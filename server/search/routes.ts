import { addOns } from '#contract/search/add-ons.ts'
import { quotes } from '#contract/search/quotes.ts'
import { endFreedAlert, setFreedAlert } from './alerts.ts'
import { chooseAddOns, getQuotedProvider } from './bookable-quote.ts'
import { resumeSearch, readQuotes } from './read-quotes.ts'
import { compareProviders, getDaysAround } from './quoted-provider.ts'
import { sendQuotes } from './send-quotes.ts'
import {
  changeTime,
  createSearch,
  saveDetails,
  getFormSettings,
  getFormSettingsOfSearch,
  getMostBooked,
} from './searches.ts'
import { appearance } from '#contract/search/demand/appearance.ts'
import { calendar } from '#contract/search/demand/calendar.ts'
import { demand } from '#contract/search/demand/demand.ts'
import { openings } from '#contract/search/demand/openings.ts'
import { looks } from '#contract/search/looks.ts'
import { search } from '#contract/search/search.ts'
import { waiting } from '#contract/search/waiting.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { listOpenings } from './openings.ts'
import { getAppearance } from './appearance.ts'
import { getCalendarMonth, getOpenDays } from './demand-days.ts'
import { getAreaDemand, getDemand, listDemandAreas } from './demand.ts'
import { teams } from '#contract/search/team-up.ts'
import { chooseTeam, getTeam } from './teams.ts'
import { findTeams } from './find-teams.ts'
import { addUpload, addWork, removePicture, saveLook, getLook, getWork } from './looks.ts'
import { closeWaiting, joinWaiting, removeFromWaitingList, listOwnWaiting, getDayWaiting } from './waiting-list.ts'
import { prioritiseWaitingCustomer } from './waiting-turns.ts'

export const searchRoutes = createRoutes(search, {
  create: createSearch,
  formSettings: getFormSettings,
  mostBooked: getMostBooked,
  formSettingsOfSearch: getFormSettingsOfSearch,
})

export const appearanceRoutes = createRoutes(appearance, { show: getAppearance })

export const openingRoutes = createRoutes(openings, { near: listOpenings })

export const calendarRoutes = createRoutes(calendar, { month: getCalendarMonth, area: getAreaDemand })

export const demandRoutes = createRoutes(demand, { days: getOpenDays, areas: listDemandAreas, near: getDemand })

export const quoteRoutes = createRoutes(quotes, {
  read: readQuotes,
  days: getDaysAround,
  saveDetails,
  changeTime,
  provider: getQuotedProvider,
  compare: compareProviders,
  alert: setFreedAlert,
  endAlert: endFreedAlert,
  resume: resumeSearch,
  sendMe: sendQuotes,
})

export const addOnRoutes = createRoutes(addOns, { choose: chooseAddOns })

export const teamRoutes = createRoutes(teams, { find: findTeams, choose: chooseTeam, show: getTeam })
export const lookRoutes = createRoutes(looks, {
  show: getLook,
  save: saveLook,
  work: getWork,
  addUpload,
  addWork,
  removePicture,
})

export const waitingRoutes = createRoutes(waiting, {
  join: joinWaiting,
  mine: listOwnWaiting,
  leave: removeFromWaitingList,
  day: getDayWaiting,
  close: closeWaiting,
  prioritise: prioritiseWaitingCustomer,
})
