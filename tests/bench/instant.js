#!/usr/bin/node
'use strict';
/* A bot that does not think: what the JavaScript package costs. */

require('../../sdk/js/lib/index.js').run((view) => view.legal[0]);
