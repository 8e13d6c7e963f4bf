export { bookingsOfTeam, messagesOfTeam } from './talk-queries.ts'
