export { partyPeople } from './party-people.ts'
export { personOfKey, type PartyPerson } from './person-of-key.ts'
