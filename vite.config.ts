import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { addPreloadLinks } from './scripts/build/add-preload-links.ts'
import { codeSplitting } from './scripts/build/chunks.ts'
import { precompress } from './scripts/build/precompress.ts'
import { removeJsonSchema } from './scripts/build/remove-json-schema.ts'
import { replacePreloadHelper } from './scripts/build/replace-preload-helper.ts'
import { addServiceWorker } from './scripts/build/service-worker.ts'
import { version } from './server/kit/ops/version.ts'
import { isNavigation } from './server/kit/ops/web-page.ts'
import { prefetches } from './web/prefetches.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:4000'

/** In development everything that is neither a screen nor a module of the page is a call. */
const proxy: ProxyOptions = {
  target: api,
  bypass: (request) => (isNavigation(request) ? '/index.html' : undefined),
}

export default defineConfig({
  plugins: [
    react(),
    replacePreloadHelper(),
    removeJsonSchema(),
    addPreloadLinks({
      run: 'base',
      fetched: ['rolldown-runtime', 'react'],
      font: 'inter-latin-wght-normal.woff2',
    }),
    addServiceWorker(),
    precompress(),
  ],
  define: { PREFETCHES: JSON.stringify(prefetches), VERSION: JSON.stringify(version) },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // One small file that comes beside the first script; a screen's own would be waited for.
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        // A module of the contract has the calls of several screens: each keeps only its own.
        manualPureFunctions: [
          'defineEndpoint',
          'defineListEndpoint',
          'definePublicEndpoint',
          'defineRefusal',
        ],
      },
      output: { codeSplitting },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/socket.io': { target: api, ws: true },
      '^/(?!@|web/|contract/|node_modules/|icon[.-]|index\\.html)': proxy,
    },
  },
})
