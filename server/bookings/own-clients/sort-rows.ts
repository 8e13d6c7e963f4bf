import type { FileClient, ReadRow } from './read-file.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** A client that rows are matched with. */
export type Known = { id: string; name: string; email: string; phone: string }
/** A client of a file: one that is there already by id, or a new one by its place among the new. */
type Whose = { id: string } | { made: number }

const digits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-9)

/** Tells whose rows are: by mail address, else by number, else by name, among those who are there and the rows before. */
export function sortRows(rows: readonly ReadRow[], known: readonly Known[]) {
  const made: FileClient[] = []
  const byMail = new Map<string, Whose>()
  const byPhone = new Map<string, Whose>()
  const byName = new Map<string, Whose>()
  const note = ({ name, email, phone }: Omit<Known, 'id'>, whose: Whose) => {
    if (email) byMail.set(emailKey(email), byMail.get(emailKey(email)) ?? whose)
    if (digits(phone)) byPhone.set(digits(phone), byPhone.get(digits(phone)) ?? whose)
    byName.set(name.toLowerCase(), byName.get(name.toLowerCase()) ?? whose)
  }
  for (const one of known) note(one, { id: one.id })
  const sorted = rows.map((row) => {
    const { name, email, phone } = row.client
    const found =
      (email && byMail.get(emailKey(email))) ||
      (digits(phone) && byPhone.get(digits(phone))) ||
      byName.get(name.toLowerCase())
    const whose = found || { made: made.push(row.client) - 1 }
    note(row.client, whose)
    return { row, whose, isNew: !found }
  })
  return { made, sorted }
}
