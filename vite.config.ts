import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { callsOfContract } from './web/platform/calls-plugin.ts'

// What only people who are signed in or signing up see stays out of everybody's pages.
const desk = /[\\/]web[\\/](accounts|dashboard|operator|signup)[\\/]|[\\/]contract[\\/](signup-steps|profile-rules)|desk-calls|styles[\\/](accounts|dashboards|tables)\.css/
// Requests, bookings, money, messages and reviews: what comes after the quotes.
const deal = /[\\/]web[\\/](bookings|payments|offers|messaging|reviews)[\\/](?!mark-words|test-payments-mark|test-mark)|[\\/]contract[\\/](refund|lifecycle|test-cards|review-words)/
// Fields and panels: forms need them, the pages that people land on do not.
const parts = /[\\/]web[\\/]ui[\\/](field|choice|chips|dialog|popup|empty|note|tabs|time-list|calendar|calendar-days|place-combobox)\.|styles[\\/](fields|modal)\.css/

// Few larger files pack better than fifty small ones: the libraries of every page in one, its frame in another, and two for those who fill in forms.
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|zustand|use-sync-external-store|cookie)[\\/]/, priority: 4 },
  { name: 'desk', test: desk, minShareCount: 4, priority: 1 },
  { name: 'deal', test: deal, minShareCount: 4, priority: 2 },
  { name: 'parts', test: parts, minShareCount: 4, priority: 2 },
  { name: 'frame', test: (id: string) => /node_modules[\\/]lucide-react|[\\/]contract[\\/]|[\\/]web[\\/]/.test(id) && !desk.test(id) && !deal.test(id) && !parts.test(id), minShareCount: 8, priority: 3 },
]

// The server is bundled together with the pages, so that both hold the same load-context keys.
export default defineConfig({
  plugins: [callsOfContract(), tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
  // Found late, these would make the first page of a work day load twice.
  optimizeDeps: { include: ['lucide-react', 'zustand', 'zustand/vanilla', 'embla-carousel-react', 'react-dom/client', 'react-router/dom'] },
  worker: { format: 'es' },
  build: { assetsInlineLimit: 0, target: 'es2022' },
})
