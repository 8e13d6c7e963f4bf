import { formatMoney } from '#contract/format.ts'
import type { TaxIncluded } from '#contract/payments/tax.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export const taxMessages = defineMessages({
  'tax.included': 'Includes {amount} {name}',
  'tax.receipt': 'Includes {amount} {name} at {percent}%, charged by {seller}, number {number}',
  'tax.title': 'Invoice details',
  'tax.text':
    'Shown on your statements, your invoices and, if you are registered for {tax}, on your customers’ receipts.',
  'tax.text.none': 'Shown on your statements and invoices.',
  'tax.legalName': 'Name or business name',
  'tax.address': 'Address',
  'tax.number': '{office}',
  'tax.number.hint': 'The number of your business, not your personal one.',
  'tax.registered': 'I am registered for {tax}',
  'tax.registered.text':
    'Your prices stay the same and show how much of them is {tax}. This applies only to new bookings.',
  'tax.region': 'Rate',
  'tax.region.other': '{name}, {percent}%, other provinces and territories',
  'tax.region.NB': '{name}, {percent}%, New Brunswick',
  'tax.region.NL': '{name}, {percent}%, Newfoundland and Labrador',
  'tax.region.NS': '{name}, {percent}%, Nova Scotia',
  'tax.region.ON': '{name}, {percent}%, Ontario',
  'tax.region.PE': '{name}, {percent}%, Prince Edward Island',
  'tax.registration': '{tax} number',
  'tax.name.error': 'Name is required',
  'tax.registration.error': 'Enter your {tax} number.',
  'tax.save': 'Save',
  'tax.saved': 'Invoice details saved.',
})

const t = createTranslator(taxMessages)

/** Returns the note about included tax; undefined without tax. */
export const formatTaxNote = (tax: TaxIncluded | null, currency: string): string | undefined =>
  tax
    ? t('tax.included', { amount: formatMoney(tax.amount, currency, { decimals: 'always' }), name: tax.name })
    : undefined
