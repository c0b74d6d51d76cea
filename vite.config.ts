import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { isNavigation } from './server/kit/web-page.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:4000'

/** In development everything that is neither a screen nor a module of the page is a call. */
const proxy: ProxyOptions = {
  target: api,
  bypass: (request) => (isNavigation(request) ? '/index.html' : undefined),
}

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'es2023',
    // What several screens share comes in two files: forty small ones cost a browser more.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 3, priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/socket.io': { target: api, ws: true },
      '^/(?!@|web/|contract/|node_modules/|icon\\.svg|index\\.html)': proxy,
    },
  },
})
