// What this brings is made once for a worker; a file of set-up is run again for each file of tests.
import './accounts/cheap-hashes.ts'
