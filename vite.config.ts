import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { callsOfContract } from './web/platform/api/calls-plugin.ts'
import { iconSheet } from './web/ui/pictures/icon-sheet.ts'
import { contractWhenUsed } from './web/platform/build/contract-when-used.ts'
import { routesWhenAsked } from './web/platform/build/routes-when-asked.ts'
import { sharedWithServer } from './web/platform/build/shared-with-server.ts'
import { isOfWholeRouter, routerInTime } from './web/shell/routing/router-in-time.ts'

const react = /node_modules[\\/](react|react-dom|react-router|scheduler|zustand|use-sync-external-store)[\\/]/
// What every page has around it, with all that this imports.
const shell =
  /[\\/]web[\\/](root|ui[\\/]pictures[\\/]picture|ui[\\/]stars|shell[\\/]routing[\\/](hydrated|shown-state))\.tsx$|primp:icons|[\\/]web[\\/](ui[\\/]pictures[\\/]icon|platform[\\/](head|context|page-words)|shell[\\/]page-data)\.ts$|[\\/]contract[\\/]pictures[\\/]drawn\.ts$|[\\/]web[\\/]ui[\\/]fields[\\/]chips\.module\.css$/
// What stands for the search on landing pages till somebody turns to it.
const searchEntry = /[\\/]web[\\/](shell[\\/]routing[\\/]with-touch|search[\\/]form[\\/]search-entry)\.tsx$/
// How it looks, which is there before it.
const barLook = /[\\/]web[\\/]search[\\/]form[\\/](search-bar|search-entry|sticky-search)\.module/
// The search itself, which quotes have and which comes to landing pages with the first touch.
const bar = /[\\/]web[\\/]search[\\/]form[\\/]whole-search\.tsx$/
// What the pages that people land on show beside it.
const frame =
  /[\\/]web[\\/](content[\\/](section|palette)|ui[\\/]faq)\.tsx$|[\\/]web[\\/]content[\\/]site-pictures\.ts$/
// Rows of artists, places and reviews, which pages for artists have not; and how the front page looks, which an address
// that leads nowhere shows before any script of it has come.
const strips =
  /[\\/]web[\\/](content[\\/](place-cards|summary-card|share-facts)|ui[\\/](pictures[\\/]carousel|review-card))\.tsx?$|[\\/]web[\\/]content[\\/]home[\\/](proof|landing|join-panel|unknown-landing)\.module\.css/
// What stands where there is nothing, with its drawings: the front page always has something.
const empty = /[\\/]web[\\/]ui[\\/](empty|pictures[\\/]line-drawing)\./
// What is asked and answered on a page, and what an operator has written there: pages for artists show it as well.
const written =
  /[\\/]web[\\/]content[\\/](landing-edit|sentence-lines|home[\\/]faqs)|[\\/]web[\\/]ui[\\/]how-steps\.|[\\/]contract[\\/]content[\\/]page-edit/
// What the site's own landing pages have beyond that: no other page loads it.
const landing = /[\\/]web[\\/]content[\\/]home[\\/](?!unknown|faqs)/
// What reads what was sent: the server's work, and of the browser's only where somebody signed in works with lists of words from it.
const schemas = /[\\/]node_modules[\\/]zod[\\/]|[\\/]contract[\\/](values|accounts[\\/]duties|payments[\\/]tax)\.ts$/
// What an artist's earnings are reckoned with on a page that is read.
const slider = /[\\/]web[\\/]ui[\\/](fields[\\/](slider\.|field\.module)|price-lines\.module)/
// Fields and panels: forms need them, the pages that people land on do not.
const parts =
  /[\\/]web[\\/]ui[\\/]((fields[\\/](field(?=\.tsx)|chips|segmented-choice))|(overlays[\\/](dialog|focus-trap))|note|tabs|skeleton)\.|[\\/]web[\\/]platform[\\/]use-answer\./
// A sum that whoever shows a price reckons, before the groups that would take it along.
const sums = /[\\/]contract[\\/](price|payments[\\/]refund)\.ts$/
// The pages that artists land on, who know nothing of those who have signed in.
const join = /[\\/]web[\\/]signup[\\/]join[\\/]join-page\.tsx$/
// Fields that come with a touch, or stand in forms alone.
const entry =
  /[\\/]web[\\/](ui[\\/](fields[\\/](choice|time-list|calendar|calendar-days|calendar-words|month-table|place-combobox)|overlays[\\/]popup)|search[\\/]form[\\/]place-field)\./
// What an artist's page and a booking say of prices and plans: a card says it in fewer words.
const prices = /[\\/]web[\\/]providers[\\/](price-card|plan-words|words)\.tsx?$/
const quotes =
  /[\\/]web[\\/](providers[\\/](?!price-card|plan-words|words)|search[\\/](?!form[\\/]place-field|looks[\\/]|team-up[\\/]))/
// Words for looks, which come with the first picture that has some.
const looks =
  /[\\/]contract[\\/]looks[\\/](vocabulary|likeness)\.ts$|[\\/]web[\\/]search[\\/]looks[\\/](tags-text|look-words)\.ts$/
// Small parts of a quotes page that a panel or another page has too: by themselves each would be a file.
const small =
  /[\\/]web[\\/](search[\\/](quotes[\\/](filter-bar\.module|quote-filters)|details[\\/]details-form\.|demand[\\/]days-around\.module|compare[\\/]compare-words|form[\\/]search-header\.)|ui[\\/]status-badge\.|platform[\\/](store[\\/]provider-profiles|standing\.))/
// Requests, bookings, money, messages and reviews: what comes after the quotes.
const deal =
  /[\\/]web[\\/](bookings|payments|offers|messaging|reviews)[\\/](?!live|use-unread|day[\\/]live)|[\\/]contract[\\/](lifecycle|payments[\\/](refund|lifecycle|test-cards)|(offers|bookings)[\\/]lifecycle|bookings[\\/]day[\\/](day-facts|forecast)|reviews[\\/]review-words)/
// What people who sign in or sign up see, and what only those who are signed in do.
const account = /[\\/]web[\\/](accounts|signup)[\\/]|[\\/]contract[\\/]signup[\\/]signup-steps/
const signedIn =
  /[\\/]web[\\/](accounts|dashboard|operator|signup)[\\/]|[\\/]contract[\\/](signup[\\/]signup-steps|providers[\\/]profile-rules)|signed-in-calls/

// Few larger files pack better than fifty small ones. Each takes along what it imports, unless a group before it has that already.
const groups = [
  { name: 'react', test: (id: string) => react.test(id) && !isOfWholeRouter(id) },
  { name: 'shell', test: shell },
  { name: 'frame', test: frame },
  { name: 'empty', test: empty },
  { name: 'strips', test: (id: string) => strips.test(id) || barLook.test(id) },
  { name: 'search-entry', test: searchEntry },
  // Before the search, which would take it along: every note and every form scrolls its message into view.
  { name: 'reveal', test: /[\\/]web[\\/]ui[\\/]reveal\.ts$/ },
  { name: 'bar', test: bar },
  { name: 'schemas', test: schemas },
  { name: 'sums', test: sums },
  { name: 'slider', test: slider },
  { name: 'parts', test: parts, minShareCount: 4 },
  { name: 'looks', test: looks },
  { name: 'quotes', test: quotes, minShareCount: 4 },
  { name: 'entry', test: entry, minShareCount: 4 },
  { name: 'prices', test: prices, minShareCount: 3 },
  { name: 'written', test: written },
  { name: 'landing', test: landing, minShareCount: 3 },
  {
    name: 'common',
    test: (id: string) =>
      /\.tsx?$/.test(id) &&
      !deal.test(id) &&
      !signedIn.test(id) &&
      !landing.test(id) &&
      !written.test(id) &&
      !id.includes('/content/special/'),
    minShareCount: 8,
  },
  { name: 'join', test: join },
  { name: 'account', test: account, minShareCount: 4 },
  { name: 'deal', test: deal, minShareCount: 4 },
  { name: 'signed-in', test: signedIn, minShareCount: 4 },
  { name: 'small', test: small },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

// The files that every page has before anything else of it runs.
const everywhere = /[\\/](react|shell|rolldown-runtime)-[\w-]{8}\.js$/

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const named = new Map<string, string>()

/** The class of a module: to be read in development, four letters in what is sent; the same on both sides. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file)
  if (process.env['NODE_ENV'] !== 'production') return `${basename(path, '.module.css')}_${name}`
  const hash = createHash('sha256').update(`${path} ${name}`).digest()
  const short = `${letters[hash.readUInt8(0) % 52]}${hash.subarray(1).toString('base64url').slice(0, 3)}`
  const whose = named.get(short) ?? `${path} ${name}`
  if (whose !== `${path} ${name}`) throw new Error(`${whose} and ${path} ${name} come to one class: rename one.`)
  named.set(short, whose)
  return short
}

/** Takes a module's classes one by one, so that only those in use are sent, as words where they stand. */
const classesByName: Plugin = {
  name: 'primp:classes-by-name',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/ },
    handler: (code) => ({
      code: code.replace(/^import (\w+) from ('[^']+\.module\.css')$/gm, 'import * as $1 from $2'),
      map: null,
    }),
  },
}

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    classesByName,
    iconSheet(),
    sharedWithServer(),
    routesWhenAsked(),
    callsOfContract(),
    contractWhenUsed(),
    routerInTime(),
    reactRouter(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // A fault in a page names its own file and line.
    ssr: { build: { sourcemap: true } },
  },
  // Found late, these would make the first page of a work day load twice.
  optimizeDeps: {
    include: ['zustand', 'zustand/vanilla', 'embla-carousel-react', 'react-dom/client', 'react-router/dom'],
  },
  worker: { format: 'es' },
  // The styles need these browsers anyway: nothing is said twice for older ones.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    // A part that comes later names what it needs; what every page has by then is not named in each of them.
    modulePreload: { resolveDependencies: (_, needed) => needed.filter((file) => !everywhere.test(file)) },
  },
})
