import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Fields, Shape } from './shapes.ts'

// Writes shapes.json from the types of the installed `stripe` package. Run by hand after an upgrade, with a version of
// TypeScript that has a compiler API: node tests/stripe-double/take-shapes.ts <typescript@5>/lib/typescript.js
const objects: Readonly<Record<string, string>> = {
  account: 'Accounts.Account',
  account_link: 'AccountLinks.AccountLink',
  balance: 'Balance.Balance',
  balance_settings: 'BalanceSettings.BalanceSettings',
  balance_transaction: 'BalanceTransactions.BalanceTransaction',
  charge: 'Charges.Charge',
  customer: 'Customers.Customer',
  dispute: 'Disputes.Dispute',
  event: 'Events.EventBase',
  file: 'Files.File',
  payment_intent: 'PaymentIntents.PaymentIntent',
  payment_method: 'PaymentMethods.PaymentMethod',
  payout: 'Payouts.Payout',
  refund: 'Refunds.Refund',
  setup_intent: 'SetupIntents.SetupIntent',
  transfer: 'Transfers.Transfer',
  transfer_reversal: 'TransferReversals.TransferReversal',
  webhook_endpoint: 'WebhookEndpoints.WebhookEndpoint',
}
/** Maximum depth of a recorded shape. */
const MAX_DEPTH = 4
/** Optional fields that Stripe sends to the owner of an object. Others are left out. */
const sent = new Set(
  [
    'branding business_profile business_type capabilities card card_payments controller country created',
    'default_currency external_accounts future_requirements metadata requirements settings tos_acceptance transfers type',
  ].flatMap((names) => names.split(' ')),
)

// The part of the compiler API that is used here.
type Type = {
  flags: number
  types?: Type[]
  isUnion(): boolean
  getProperties(): Property[]
  getStringIndexType(): Type | undefined
}
type Property = { name: string; flags: number }
type Checker = {
  getTypeOfSymbol(property: Property): Type
  getDeclaredTypeOfSymbol(symbol: Property): Type
  getSymbolAtLocation(node: unknown): Property | undefined
  getExportsOfModule(module: Property): Property[]
  isArrayType(type: Type): boolean
}
type Compiler = {
  createProgram(files: string[], options: object): { getTypeChecker(): Checker; getSourceFile(file: string): unknown }
  TypeFlags: Record<'Null' | 'Undefined' | 'StringLike' | 'NumberLike' | 'BooleanLike' | 'Object', number>
  SymbolFlags: { Optional: number }
}

const { default: ts } = (await import(process.argv[2] ?? '')) as { default: Compiler }
const folder = fileURLToPath(new URL('../../node_modules/stripe/esm/resources/', import.meta.url))
const fileOf = (name: string) => `${folder}${name.split('.')[0]}.d.ts`
const program = ts.createProgram(Object.values(objects).map(fileOf), {
  strict: true,
  module: 199,
  moduleResolution: 99,
})
const checker = program.getTypeChecker()

const has = (type: Type, flag: keyof Compiler['TypeFlags']) => (type.flags & ts.TypeFlags[flag]) !== 0
const partsOf = (type: Type): Type[] => (type.isUnion() ? (type.types ?? []) : [type])

function shapeOf(type: Type, depth: number): Shape {
  const parts = partsOf(type)
  const isNullable = parts.some((one) => has(one, 'Null'))
  const rest = parts.filter((one) => !has(one, 'Null') && !has(one, 'Undefined'))
  const kind = (name: string) => (isNullable ? `${name}?` : name)
  // An id that can be expanded to its object comes as the id.
  if (rest.some((one) => has(one, 'StringLike'))) return kind('string')
  if (rest.some((one) => has(one, 'NumberLike'))) return kind('number')
  if (rest.some((one) => has(one, 'BooleanLike'))) return kind('boolean')
  const [one] = rest
  if (!one) return 'string?'
  if (checker.isArrayType(one)) return kind('array')
  const fields = one.getStringIndexType() || depth === MAX_DEPTH ? {} : fieldsOf(one, depth + 1)
  return isNullable ? [fields] : fields
}

const fieldsOf = (type: Type, depth: number): Fields =>
  Object.fromEntries(
    type
      .getProperties()
      .map((property) => ({ property, isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0 }))
      .filter(({ property, isOptional }) => !isOptional || sent.has(property.name))
      .map(({ property, isOptional }): [string, Shape] => [
        isOptional ? `${property.name}?` : property.name,
        shapeOf(checker.getTypeOfSymbol(property), depth),
      ])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const shapes = Object.fromEntries(
  Object.entries(objects).map(([object, name]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(fileOf(name)))
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name.split('.')[1])
    if (!symbol) throw new Error(`The stripe package has no type ${name}`)
    return [object, fieldsOf(checker.getDeclaredTypeOfSymbol(symbol), 0)]
  }),
)
writeFileSync(new URL('./shapes.json', import.meta.url), `${JSON.stringify(shapes, null, 2)}\n`)
