import type { Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'

/** The sums of a year as forms ask for them: in minor units, tips among what was received. */
export type Declared = { received: Minor; fee: Minor; tax: Minor }
type Box = { box: string; what: string; minor: Minor }

/**
 * What an artist writes where: the boxes of the tax office's own forms that the platform knows a figure for.
 * Whoever is registered for VAT or GST declares sales without it and the tax on a return of its own.
 * Sources: docs/decisions/0041-books-for-accountants.md.
 */
export function taxBoxes(country: Country, { received, fee, tax }: Declared): Box[] {
  const sales = received - tax
  switch (country) {
    case 'GB':
      return [
        { box: 'SA103S, box 9', what: 'Turnover', minor: sales },
        { box: 'SA103S, box 19', what: 'Other allowable business expenses: fees to the platform', minor: fee },
        ...(tax ? [{ box: 'VAT return, box 1', what: 'VAT due on sales', minor: tax }] : []),
        ...(tax ? [{ box: 'VAT return, box 6', what: 'Sales without VAT', minor: sales }] : []),
      ]
    case 'AU':
      return [
        { box: 'Business and professional items, P8', what: 'Other business income', minor: sales },
        { box: 'Business and professional items, P8', what: 'All other expenses: fees to the platform', minor: fee },
        ...(tax ? [{ box: 'Activity statement, G1', what: 'Total sales, GST among them', minor: received }] : []),
        ...(tax ? [{ box: 'Activity statement, 1A', what: 'GST on sales', minor: tax }] : []),
      ]
    case 'US':
      return [
        { box: 'Schedule C, line 1', what: 'Gross receipts', minor: received },
        { box: 'Schedule C, line 10', what: 'Commissions and fees', minor: fee },
      ]
    case 'CA':
      return [
        { box: 'Form T2125, line 8299', what: 'Gross business income', minor: sales },
        { box: 'Form T2125, line 8871', what: 'Management and administration fees', minor: fee },
        ...(tax ? [{ box: 'GST/HST return, line 101', what: 'Sales and other revenue', minor: sales }] : []),
        ...(tax ? [{ box: 'GST/HST return, line 105', what: 'Total GST/HST', minor: tax }] : []),
      ]
  }
}
