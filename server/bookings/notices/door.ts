export { teamMails } from './team-mails.ts'
