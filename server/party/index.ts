export { listGuests, listGuestsOfEmail, transferGuests } from './guests.queries.ts'
export { changeGuest, inviteGuest } from './guest-list.ts'
export { assignGuestSeats } from './guests.ts'
export {
  answerInvitation,
  correctGuestAnswers,
  eraseGuestAnswers,
  eraseInvitation,
  readInvitation,
} from './invitations.ts'
export { reportProgress, recordProgress } from './live-day.ts'
export { listTeammatesOfBooking, listTeammatesOfProviderBooking } from './teammates.ts'
export { getPartyPeople, listOtherLinks, type PartyPerson, getPersonByKey } from './party-people.ts'
export { changeDay, getSheet } from './run-sheet.ts'
export { listBookingsOfTeam, listMessagesOfTeam } from './team-talk.queries.ts'
export { readOwnTeamTalk, readTeamTalk, writeOwnTeamTalk, writeTeamTalk } from './team-talk.ts'
export { listWays, sendWay, shareWay, getTrip } from './shared-locations.ts'
