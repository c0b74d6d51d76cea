import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** The security headers against foreign pages and scripts, the same for every reply. */
export function getSecurityHeaders(isEncrypted: boolean): OutgoingHttpHeaders {
  const makeHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library uses inline style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // A school may use plain HTTP in its own network.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: isEncrypted,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  makeHeaders(request, response, () => {})
  return response.getHeaders()
}
