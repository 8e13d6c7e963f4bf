import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { callsOfContract } from './web/platform/calls-plugin.ts'

// Few larger files pack better than fifty small ones: the libraries of every page in one, its frame and components in another.
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|zustand|use-sync-external-store|cookie)[\\/]/, priority: 3 },
  { name: 'frame', test: /node_modules[\\/]lucide-react|[\\/]contract[\\/]|[\\/]web[\\/](?!(accounts|dashboard|operator|signup)[\\/])/, minShareCount: 8, priority: 2 },
  // What only people who are signed in or signing up see stays out of everybody's pages.
  { name: 'desk', test: /[\\/]web[\\/](accounts|dashboard|operator|signup)[\\/]/, minShareCount: 4, priority: 1 },
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
